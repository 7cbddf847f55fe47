// Values of a matrix as a file stores it: of GGUF's types and of Glasshouse's own.
#pragma once

#include "engine/base/thread_pool.h"
#include "engine/model/model_file.h"
#include "engine/quantize/rules.h"

namespace gh::quantize {

// Of a tensor of one or two dimensions; its rows are outputs.
inline int rowsOf(const ModelTensor& tensor) { return tensor.dims.size() > 1 ? static_cast<int>(tensor.dims[1]) : 1; }
inline int colsOf(const ModelTensor& tensor) { return static_cast<int>(tensor.dims[0]); }
// What rules are about: two dimensions, more than one row.
bool isMatrix(const ModelTensor& tensor);

// Rows [first, last) as floats, in GGUF's order of rows. The type is one that Glasshouse knows.
void decodeRows(const ModelTensor& tensor, int first, int last, float* out);
// All of them, in parallel. pool may be null.
std::vector<float> decodeMatrix(const ModelTensor& tensor, ThreadPool* pool);

// A tensor whose type is Glasshouse's own, as it lies in a file; scheme null: of another type.
StoredMatrix ownStored(const ModelTensor& tensor);
// "Q4_1"; of an own type the scheme's title.
std::string storedTypeName(std::uint32_t type);

// What rules make of a tensor of the file or of a part of one (which goes by its whole's name): the scheme that its rows can
// have; null where it stays as stored.
FittingScheme schemeForTensor(const RuleSet& rules, const ModelTensor& tensor);
// As such a matrix runs, where rules leave it as stored: its format of kernels/formats.
kernels::StorageType runsAs(const ModelTensor& tensor);

// The tensor by a scheme: decoded as stored, quantized. Errors of quantizeMatrix name the tensor.
Result<QuantizedMatrix> quantizeTensor(const ModelTensor& tensor, const Scheme& scheme, ScaleChoice choice, ThreadPool* pool);

}  // namespace gh::quantize
