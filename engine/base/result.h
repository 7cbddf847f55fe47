// Result<T>: how every engine call that can fail reports it. Exceptions stay inside the engine.
// An Error's text names the file, key or tensor, what was expected, what was found and what to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace gh {

enum class ErrorCode {
    MissingFile,      // cannot be opened                                     -> exit code 3
    BadFile,          // opened, but its content is wrong                      -> exit code 3
    Unsupported,      // well-formed, but a family, type or tokenizer we lack  -> exit code 3
    InvalidArgument,  // the caller's request makes no sense                   -> exit code 2
    DoesNotFit,       // memory: says how much is needed and available         -> exit code 4
    Template,         // a chat template failed: offer a fallback              -> exit code 1
    Cancelled,        //                                                       -> exit code 130
    Internal,         // exit code 1
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string subject;  // what it is about: file, key, tensor, option
    std::string detail;   // found, expected, what the user can do

    std::string message() const { return subject.empty() ? detail : subject + ": " + detail; }
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T operator*() && { return std::get<0>(std::move(m_state)); }  // by value: nothing dangles
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    bool ok() const { return !m_error; }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

}  // namespace gh
