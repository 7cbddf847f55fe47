// Words for a matrix and its errors, the same in every part of the panel.
#pragma once

#include "widgets/models/quantize_desk.h"

namespace gh::widgets {

QString measureName(ErrorMeasure measure);           // "Relative error"
QString measureText(const TensorFacts& tensor, ErrorMeasure measure);
QString measureNumber(double value, ErrorMeasure measure);
QString tensorShort(const QString& name);            // without ".weight"
QString tensorShape(const TensorFacts& tensor);      // "1,536 × 576 · 884,736 weights"
QString tensorHover(const TensorFacts& tensor, const QuantizeDesk& desk);   // rich text: all that is known
QString weightBits(double bits);                       // "4.25 bits"

}  // namespace gh::widgets
