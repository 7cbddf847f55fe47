// An append-only log that a snapshot can share without copying: full chunks are immutable and shared,
// only the short tail is copied when a view is taken. Old chunks are dropped from the front.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gh::telemetry {

// What readers get: const, cheap to copy. Index 0 is the oldest record still kept; `first` is its sequence number.
template <class T, std::size_t kChunk = 64>
class LogView {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    std::uint64_t first() const { return m_first; }           // sequence number of index 0
    std::uint64_t end() const { return m_first + m_size; }    // one past the newest sequence number
    const T& operator[](std::size_t i) const { return (*m_chunks[i / kChunk])[i % kChunk]; }
    const T& back() const { return (*this)[m_size - 1]; }
    const T* find(std::uint64_t sequence) const {             // nullptr: not kept, or not there yet
        return sequence < m_first || sequence >= end() ? nullptr : &(*this)[sequence - m_first];
    }
    // The oldest `count` records alone: the log as it was when it had no more.
    LogView prefix(std::size_t count) const {
        LogView v = *this;
        v.m_size = std::min(count, m_size);
        v.m_chunks.resize((v.m_size + kChunk - 1) / kChunk);
        return v;
    }

private:
    template <class, std::size_t>
    friend class ChunkedLog;
    std::vector<std::shared_ptr<const std::vector<T>>> m_chunks;
    std::size_t m_size = 0;
    std::uint64_t m_first = 0;
};

// The writer's side, owned by the engine thread.
template <class T, std::size_t kChunk = 64>
class ChunkedLog {
public:
    explicit ChunkedLog(std::size_t keepAtLeast = SIZE_MAX) : m_keep(keepAtLeast) {}

    void append(T value) {
        m_tail.push_back(std::move(value));
        if (m_tail.size() == kChunk) {
            m_full.push_back(std::make_shared<const std::vector<T>>(std::move(m_tail)));
            m_tail = {};
            m_tail.reserve(kChunk);
            while ((m_full.size() - 1) * kChunk >= m_keep) {
                m_full.erase(m_full.begin());
                m_first += kChunk;
            }
        }
    }
    std::size_t size() const { return m_full.size() * kChunk + m_tail.size(); }
    std::uint64_t end() const { return m_first + size(); }
    const T& operator[](std::size_t i) const {
        return i / kChunk < m_full.size() ? (*m_full[i / kChunk])[i % kChunk] : m_tail[i % kChunk];
    }
    // Drops the newest records so that `count` remain (a sequence that is cut back).
    void truncate(std::size_t count) {
        while (count < size() && count <= m_full.size() * kChunk && !m_full.empty()) {
            m_tail = *m_full.back();
            m_full.pop_back();
        }
        if (count < size()) m_tail.resize(count - m_full.size() * kChunk);
    }
    LogView<T, kChunk> view() const {
        LogView<T, kChunk> v;
        v.m_chunks = m_full;
        if (!m_tail.empty()) v.m_chunks.push_back(std::make_shared<const std::vector<T>>(m_tail));
        v.m_size = size();
        v.m_first = m_first;
        return v;
    }

private:
    std::vector<std::shared_ptr<const std::vector<T>>> m_full;
    std::vector<T> m_tail;
    std::size_t m_keep;
    std::uint64_t m_first = 0;
};

}  // namespace gh::telemetry
