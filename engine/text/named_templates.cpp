// Templates that a user can choose where a model has none or its own fails. The markers and their order are
// what models of each kind were trained on.
#include <span>

#include "engine/text/chat_template.h"

namespace gh {

namespace {

constexpr const char* kChatml = R"({%- for message in messages -%}
{{ '<|im_start|>' ~ message.role ~ '\n' ~ message.content ~ '<|im_end|>\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\n' }}
{%- endif -%})";

// Gemma has no system turn: that text opens the first turn of the user.
constexpr const char* kGemma = R"({{- bos_token -}}
{%- set ns = namespace(system='') -%}
{%- for message in messages -%}
    {%- if message.role == 'system' -%}
        {%- set ns.system = ns.system ~ message.content | trim ~ '\n\n' -%}
    {%- else -%}
        {{- '<start_of_turn>' ~ ('model' if message.role == 'assistant' else 'user') ~ '\n' -}}
        {%- if message.role != 'assistant' -%}
            {{- ns.system -}}
            {%- set ns.system = '' -%}
        {%- endif -%}
        {{- message.content | trim ~ '<end_of_turn>\n' -}}
    {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
    {{- '<start_of_turn>model\n' -}}
{%- endif -%})";

constexpr const char* kLlama3 = R"({{- bos_token -}}
{%- for message in messages -%}
{{- '<|start_header_id|>' ~ message.role ~ '<|end_header_id|>\n\n' ~ message.content | trim ~ '<|eot_id|>' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{- '<|start_header_id|>assistant<|end_header_id|>\n\n' -}}
{%- endif -%})";

// The system text opens the next instruction.
constexpr const char* kMistral = R"({{- bos_token -}}
{%- set ns = namespace(system='') -%}
{%- for message in messages -%}
    {%- if message.role == 'system' -%}
        {%- set ns.system = ns.system ~ message.content | trim ~ '\n\n' -%}
    {%- elif message.role == 'assistant' -%}
        {{- ' ' ~ message.content | trim ~ eos_token -}}
    {%- else -%}
        {{- '[INST] ' ~ ns.system ~ message.content | trim ~ ' [/INST]' -}}
        {%- set ns.system = '' -%}
    {%- endif -%}
{%- endfor -%})";

// For models that never saw a chat marker: a dialogue as a text would print it.
constexpr const char* kPlain = R"({{- bos_token -}}
{%- for message in messages -%}
    {%- if message.role == 'system' -%}
        {{- message.content | trim ~ '\n\n' -}}
    {%- elif message.role == 'assistant' -%}
        {{- 'Assistant: ' ~ message.content | trim ~ '\n' -}}
    {%- else -%}
        {{- 'User: ' ~ message.content | trim ~ '\n' -}}
    {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
    {{- 'Assistant:' -}}
{%- endif -%})";

}  // namespace

std::span<const NamedTemplate> namedTemplates() {
    static constexpr NamedTemplate kTemplates[] = {
        {"chatml", kChatml}, {"gemma", kGemma}, {"llama3", kLlama3}, {"mistral", kMistral}, {"plain", kPlain},
    };
    return kTemplates;
}

}  // namespace gh
