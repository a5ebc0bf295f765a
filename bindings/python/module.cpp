// stamtafel._stamtafel: the C interface in the types of Python and numpy. What is pleasant to use
// is written in Python above it (stamtafel/*.py); here is what must be quick, or safe.
//
// Other threads of Python run while a bot thinks or a vector steps. So that they can't pull the
// table from under the bot, it thinks at a copy; and whoever calls the same bot or the same vector
// meanwhile waits.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/c/stamtafel.h"

namespace py = pybind11;

namespace {

// ---- errors ----

struct Failure {
  stamtafel_error error;
};

// Calls a function of the C interface with an error to write to.
template <class Call>
void must(Call call) {
  stamtafel_error error{};
  if (call(&error) != STAMTAFEL_OK) throw Failure{error};
}

void raise(const Failure& failure) {
  const stamtafel_error& error = failure.error;
  const py::object made =
      py::module_::import("stamtafel.errors")
          .attr("made")(static_cast<int>(error.status), error.text, error.rule, error.missing);
  PyErr_SetObject(py::type::of(made).ptr(), made.ptr());
}

// ---- texts ----

// Calls with somewhere to write a text, which becomes one of Python.
template <class Call>
std::string text(Call call) {
  char* out = nullptr;
  must([&](stamtafel_error* error) { return call(&out, error); });
  std::string copy(out);
  stamtafel_free(out);
  return copy;
}
using Two = std::pair<std::string, std::string>;
template <class Call>
Two two_texts(Call call) {
  char* first = nullptr;
  char* second = nullptr;
  must([&](stamtafel_error* error) { return call(&first, &second, error); });
  Two copy(first, second);
  stamtafel_free(first);
  stamtafel_free(second);
  return copy;
}

// ---- handles ----

template <class Handle, stamtafel_status (*kFree)(Handle)>
class Owned {
 public:
  Owned() = default;
  ~Owned() { kFree(handle); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  Handle handle{};
};
using Edition = Owned<stamtafel_edition, stamtafel_edition_free>;
using Table = Owned<stamtafel_table, stamtafel_table_free>;

// Calls with a handle to fill.
template <class Object, class Call>
std::unique_ptr<Object> made(Call call) {
  auto object = std::make_unique<Object>();
  must([&](stamtafel_error* error) { return call(&object->handle, error); });
  return object;
}

stamtafel_edition handle_of(const Edition* edition) {
  return edition != nullptr ? edition->handle : stamtafel_edition{};
}

// ---- tables ----

stamtafel_facts facts_of(const Table& table) {
  stamtafel_facts facts;
  must([&](stamtafel_error* e) { return stamtafel_table_facts(table.handle, &facts, e); });
  return facts;
}

std::pair<std::array<stamtafel_option, STAMTAFEL_MAX_OPTIONS>, size_t> options_of(
    const Table& table, int seat, bool forbidden_too) {
  std::pair<std::array<stamtafel_option, STAMTAFEL_MAX_OPTIONS>, size_t> found;
  must([&](stamtafel_error* e) {
    return stamtafel_options(table.handle, seat, forbidden_too ? 1 : 0, found.first.data(),
                             found.first.size(), &found.second, e);
  });
  return found;
}

void add_table(py::module_& module) {
  using Facts = std::tuple<int, bool, uint32_t, int, size_t, int, size_t>;
  py::class_<Table>(module, "Table")
      .def_static("new",
                  [](const char* game, int players, uint64_t seed, const char* variants,
                     const Edition* edition) {
                    return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
                      return stamtafel_table_new(game, players, seed, variants, handle_of(edition),
                                                 out, e);
                    });
                  })
      .def_static(
          "at",
          [](const char* game, const char* position, uint64_t seed, const Edition* edition) {
            return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
              return stamtafel_table_at(game, position, seed, handle_of(edition), out, e);
            });
          })
      .def_static(
          "at_bytes",
          [](const char* game, const py::bytes& bytes, uint64_t seed, const Edition* edition) {
            const std::string_view view = bytes;
            return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
              return stamtafel_table_at_bytes(game, view.data(), view.size(), seed,
                                              handle_of(edition), out, e);
            });
          })
      .def_static("replay",
                  [](const char* record, const Edition* edition) {
                    return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
                      return stamtafel_replay(record, handle_of(edition), out, e);
                    });
                  })
      .def("copy",
           [](const Table& table) {
             return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
               return stamtafel_table_copy(table.handle, out, e);
             });
           })
      .def("imagine",
           [](const Table& table, int seat, uint64_t seed) {
             return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
               return stamtafel_table_imagine(table.handle, seat, seed, out, e);
             });
           })
      .def("game", [](const Table& table) { return stamtafel_table_game(table.handle); })
      .def("facts",
           [](const Table& table) {
             const stamtafel_facts f = facts_of(table);
             return Facts(f.players, f.over != 0, f.acting, f.seat, f.steps, f.actions,
                          f.observation);
           })
      .def("fingerprint",
           [](const Table& table) {
             uint64_t fingerprint = 0;
             must([&](stamtafel_error* e) {
               return stamtafel_fingerprint(table.handle, &fingerprint, e);
             });
             return fingerprint;
           })
      .def("outcome",
           [](const Table& table) {
             stamtafel_outcome outcome;
             must([&](stamtafel_error* e) {
               return stamtafel_table_outcome(table.handle, &outcome, e);
             });
             const auto players = static_cast<size_t>(facts_of(table).players);
             return std::tuple(std::vector<int>(outcome.score, outcome.score + players),
                               std::vector<int>(outcome.rank, outcome.rank + players),
                               outcome.winners);
           })
      .def("rewards",
           [](const Table& table, int kind) {
             std::vector<float> rewards(static_cast<size_t>(facts_of(table).players));
             must([&](stamtafel_error* e) {
               return stamtafel_rewards(table.handle, static_cast<stamtafel_reward>(kind),
                                        rewards.data(), rewards.size(), e);
             });
             return rewards;
           })
      .def("legal",
           [](const Table& table, int seat) {
             const auto [options, count] = options_of(table, seat, false);
             py::array_t<int32_t> out(static_cast<py::ssize_t>(count));
             for (size_t i = 0; i < count; ++i)
               out.mutable_at(static_cast<py::ssize_t>(i)) = options[i].action;
             return out;
           })
      .def("options",
           [](const Table& table, int seat, bool forbidden_too) {
             const auto [options, count] = options_of(table, seat, forbidden_too);
             std::vector<std::tuple<int, int, int>> out;
             for (size_t i = 0; i < count; ++i)
               out.emplace_back(options[i].action, options[i].rule, options[i].missing);
             return out;
           })
      .def("rule",
           [](const Table& table, int rule, int missing, const char* language) {
             return two_texts([&](char** id, char** sentence, stamtafel_error* e) {
               return stamtafel_rule(table.handle, rule, missing, language, id, sentence, e);
             });
           })
      .def("question",
           [](const Table& table, int seat, const char* language) {
             return two_texts([&](char** id, char** sentence, stamtafel_error* e) {
               return stamtafel_question(table.handle, seat, language, id, sentence, e);
             });
           })
      .def("action_id",
           [](const Table& table, int action) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_action(table.handle, action, nullptr, out, nullptr, e);
             });
           })
      .def("action_text",
           [](const Table& table, int action, const char* language) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_action(table.handle, action, language, nullptr, out, e);
             });
           })
      .def("action_number",
           [](const Table& table, const char* action) {
             int number = -1;
             must([&](stamtafel_error* e) {
               return stamtafel_action_number(table.handle, action, &number, e);
             });
             return number;
           })
      .def("act",
           [](const Table& table, int seat, int action) {
             must([&](stamtafel_error* e) { return stamtafel_act(table.handle, seat, action, e); });
           })
      .def("act_text",
           [](const Table& table, int seat, const char* action) {
             must([&](stamtafel_error* e) {
               return stamtafel_act_text(table.handle, seat, action, e);
             });
           })
      .def("fallback",
           [](const Table& table, int seat) {
             int action = -1;
             must([&](stamtafel_error* e) {
               return stamtafel_fallback(table.handle, seat, &action, e);
             });
             return action;
           })
      .def("undo",
           [](const Table& table, int seat) {
             must([&](stamtafel_error* e) { return stamtafel_undo(table.handle, seat, e); });
           })
      .def("view",
           [](const Table& table, int viewer) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_view(table.handle, viewer, out, e);
             });
           })
      .def("tell",
           [](const Table& table, int viewer, const char* language) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_tell(table.handle, viewer, language, out, e);
             });
           })
      .def("told",
           [](const Table& table, int step, int viewer, const char* language) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_told(table.handle, step, viewer, language, out, e);
             });
           })
      .def("bytes",
           [](const Table& table) {
             void* bytes = nullptr;
             size_t size = 0;
             must([&](stamtafel_error* e) {
               return stamtafel_bytes(table.handle, &bytes, &size, e);
             });
             py::bytes copy(static_cast<const char*>(bytes), size);
             stamtafel_free(bytes);
             return copy;
           })
      .def("observe",
           [](const Table& table, int seat) {
             py::array_t<float> out(static_cast<py::ssize_t>(facts_of(table).observation));
             must([&](stamtafel_error* e) {
               return stamtafel_observe(table.handle, seat, out.mutable_data(),
                                        static_cast<size_t>(out.size()), e);
             });
             return out;
           })
      .def("observation_names",
           [](const Table& table) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_observation_names(table.handle, out, e);
             });
           })
      .def("key",
           [](const Table& table, int seat) {
             uint64_t key = 0;
             must([&](stamtafel_error* e) {
               return stamtafel_observation_key(table.handle, seat, &key, e);
             });
             return key;
           })
      .def("record", [](const Table& table, bool remarks) {
        return text([&](char** out, stamtafel_error* e) {
          return stamtafel_record(table.handle, remarks ? 1 : 0, out, e);
        });
      });
}

// ---- bots ----

class Bot : public Owned<stamtafel_bot, stamtafel_bot_free> {
 public:
  using Choice = std::tuple<int, float, uint32_t>;

  std::vector<Choice> decide(const Table& table, uint32_t iterations, uint32_t milliseconds,
                             uint64_t seed) {
    const auto copy = made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
      return stamtafel_table_copy(table.handle, out, e);
    });
    std::array<stamtafel_choice, STAMTAFEL_MAX_CHOICES> choices;
    size_t count = 0;
    {
      const py::gil_scoped_release others_run;
      const std::lock_guard one_at_a_time(busy_);
      must([&](stamtafel_error* e) {
        return stamtafel_bot_decide(handle, copy->handle, iterations, milliseconds, seed,
                                    choices.data(), choices.size(), &count, e);
      });
    }
    std::vector<Choice> out;
    for (size_t i = 0; i < count; ++i)
      out.emplace_back(choices[i].action, choices[i].value, choices[i].visits);
    return out;
  }

 private:
  std::mutex busy_;
};

// ---- vectors ----

// Threads that do the parts of a piece of work; the caller's is one of them.
class Pool {
 public:
  explicit Pool(size_t threads) {
    for (size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { run(i); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    begin_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  size_t size() const { return threads_.size() + 1; }
  // part(0), …, part(size() - 1), each on a thread of its own.
  void work(const std::function<void(size_t)>& part) {
    {
      const std::lock_guard lock(mutex_);
      part_ = &part;
      busy_ = threads_.size();
      ++round_;
    }
    begin_.notify_all();
    part(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void run(size_t n) {
    uint64_t done = 0;
    for (;;) {
      const std::function<void(size_t)>* part = nullptr;
      {
        std::unique_lock lock(mutex_);
        begin_.wait(lock, [&] { return ends_ || round_ != done; });
        if (ends_) return;
        done = round_;
        part = part_;
      }
      (*part)(n);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) end_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(size_t)>* part_ = nullptr;
  size_t busy_ = 0;
  uint64_t round_ = 0;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

class Vector : public Owned<stamtafel_vector, stamtafel_vector_free> {
 public:
  void prepare(size_t threads) {
    must([&](stamtafel_error* e) {
      return stamtafel_vector_sizes(handle, &tables_, &players_, &actions_, &observation_, e);
    });
    threads_ = std::clamp<size_t>(threads, 1, std::max<size_t>(1, tables_));
  }

  std::tuple<size_t, int, int, size_t> sizes() const {
    return {tables_, players_, actions_, observation_};
  }

  // The arrays by their names; None: not wanted.
  void bind(const py::object& observation, const py::object& legal, const py::object& count,
            const py::object& seat, const py::object& reward, const py::object& done,
            const py::object& mask) {
    const auto n = static_cast<py::ssize_t>(tables_);
    stamtafel_buffers buffers{};
    buffers.observation =
        rows<float>(observation, "observation", {n, static_cast<py::ssize_t>(observation_)});
    buffers.legal = rows<int32_t>(legal, "legal", {n, STAMTAFEL_MAX_OPTIONS});
    buffers.count = rows<int32_t>(count, "count", {n});
    buffers.seat = rows<int32_t>(seat, "seat", {n});
    buffers.reward = rows<float>(reward, "reward", {n, players_});
    buffers.done = rows<uint8_t>(done, "done", {n});
    buffers.mask = rows<uint8_t>(mask, "mask", {n, actions_});
    std::vector<py::object> kept{observation, legal, count, seat, reward, done, mask};
    {
      const py::gil_scoped_release others_run;
      const std::lock_guard one_at_a_time(busy_);
      must([&](stamtafel_error* e) { return stamtafel_vector_bind(handle, &buffers, e); });
      kept_.swap(kept);  // the old ones go when Python is locked again
    }
  }

  void step(const py::array& actions) {
    const py::array_t<int32_t> list = numbers(actions);
    const int32_t* data = list.data();
    const py::gil_scoped_release others_run;
    const std::lock_guard one_at_a_time(busy_);
    if (threads_ == 1) {
      must([&](stamtafel_error* e) { return stamtafel_vector_step(handle, 0, tables_, data, e); });
      return;
    }
    // All or none: so all are looked at before any thread begins.
    must([&](stamtafel_error* e) { return stamtafel_vector_check(handle, 0, tables_, data, e); });
    if (pool_ == nullptr) pool_ = std::make_unique<Pool>(threads_);
    pool_->work([&](size_t part) {
      const size_t first = tables_ * part / threads_;
      const size_t count = tables_ * (part + 1) / threads_ - first;
      stamtafel_vector_step(handle, first, count, data + first, nullptr);
    });
  }

  void reset(uint64_t seed) {
    const py::gil_scoped_release others_run;
    const std::lock_guard one_at_a_time(busy_);
    must([&](stamtafel_error* e) { return stamtafel_vector_reset(handle, seed, e); });
  }

  std::pair<uint64_t, uint64_t> seed(size_t table) {
    std::pair<uint64_t, uint64_t> out;
    must([&](stamtafel_error* e) {
      return stamtafel_vector_seed(handle, table, &out.first, &out.second, e);
    });
    return out;
  }

  std::unique_ptr<Table> table(size_t table) {
    return made<Table>([&](stamtafel_table* out, stamtafel_error* e) {
      return stamtafel_vector_table(handle, table, out, e);
    });
  }

 private:
  // Where an array begins that the vector may write to.
  template <class T>
  static T* rows(const py::object& object, const char* name, std::vector<py::ssize_t> shape) {
    if (object.is_none()) return nullptr;
    if (!py::isinstance<py::array_t<T>>(object))
      throw py::value_error(std::string(name) + " must be a numpy array of " +
                            std::string(py::str(py::dtype::of<T>())));
    auto array = py::reinterpret_borrow<py::array>(object);
    if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim())) {
      std::string wanted;
      for (const py::ssize_t size : shape)
        wanted += (wanted.empty() ? "" : ", ") + std::to_string(size);
      throw py::value_error(std::string(name) + " must have the shape (" + wanted + ")");
    }
    if ((array.flags() & py::array::c_style) == 0 || !array.writeable())
      throw py::value_error(std::string(name) + " must be contiguous and writeable");
    return static_cast<T*>(array.mutable_data());
  }

  // One number for each table; what is too large for one is no action.
  py::array_t<int32_t> numbers(const py::array& actions) const {
    const char kind = actions.dtype().kind();
    if (actions.ndim() != 1 || static_cast<size_t>(actions.shape(0)) != tables_ ||
        (kind != 'i' && kind != 'u')) {
      throw py::value_error("actions must be " + std::to_string(tables_) +
                            " whole numbers, one for each table");
    }
    if (py::isinstance<py::array_t<int32_t>>(actions))
      return py::array_t<int32_t, py::array::c_style>::ensure(actions);
    const auto wide = py::array_t < int64_t, py::array::c_style | py::array::forcecast > (actions);
    py::array_t<int32_t> out(wide.size());
    for (py::ssize_t i = 0; i < wide.size(); ++i) {
      const int64_t number = wide.at(i);
      out.mutable_at(i) = number >= 0 && number <= INT32_MAX ? static_cast<int32_t>(number) : -1;
    }
    return out;
  }

  size_t tables_ = 0;
  int players_ = 0;
  int actions_ = 0;
  size_t observation_ = 0;
  size_t threads_ = 1;
  std::mutex busy_;
  std::vector<py::object> kept_;  // the arrays it writes to
  std::unique_ptr<Pool> pool_;    // goes before they do
};

void add_vector(py::module_& module) {
  py::class_<Vector>(module, "Vector")
      .def_static("new",
                  [](const char* game, int players, size_t count, uint64_t seed,
                     const char* variants, const Edition* edition, int reward, size_t threads) {
                    auto vector = made<Vector>([&](stamtafel_vector* out, stamtafel_error* e) {
                      return stamtafel_vector_new(game, players, count, seed, variants,
                                                  handle_of(edition),
                                                  static_cast<stamtafel_reward>(reward), out, e);
                    });
                    vector->prepare(threads);
                    return vector;
                  })
      .def("sizes", &Vector::sizes)
      .def("bind", &Vector::bind)
      .def("step", &Vector::step)
      .def("reset", &Vector::reset)
      .def("seed", &Vector::seed)
      .def("table", &Vector::table);
}

}  // namespace

PYBIND11_MODULE(_stamtafel, module) {
  module.doc() = "Stamtafel's C interface. Use the package `stamtafel` instead.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
      raise(failure);
    }
  });

  module.attr("MAX_OPTIONS") = STAMTAFEL_MAX_OPTIONS;
  module.def("c_version", &stamtafel_c_version);
  module.def("version", [] { return std::string(stamtafel_version()); });
  module.def("games", [] {
    std::vector<std::string> ids;
    for (size_t i = 0; i < stamtafel_game_count(); ++i) ids.emplace_back(stamtafel_game_id(i));
    return ids;
  });
  module.def("game_info", [](const char* game) {
    return text([&](char** out, stamtafel_error* e) { return stamtafel_game_info(game, out, e); });
  });
  module.def("game_edition", [](const char* game) {
    return text(
        [&](char** out, stamtafel_error* e) { return stamtafel_game_edition(game, out, e); });
  });
  module.def("bot_names", [] {
    return text([](char** out, stamtafel_error* e) { return stamtafel_bot_names(out, e); });
  });

  py::class_<Edition>(module, "Edition")
      .def_static("load",
                  [](const char* game, const char* json) {
                    return made<Edition>([&](stamtafel_edition* out, stamtafel_error* e) {
                      return stamtafel_edition_load(game, json, out, e);
                    });
                  })
      .def("text",
           [](const Edition& edition) {
             return text([&](char** out, stamtafel_error* e) {
               return stamtafel_edition_text(edition.handle, out, nullptr, e);
             });
           })
      .def("hash", [](const Edition& edition) {
        uint64_t hash = 0;
        must([&](stamtafel_error* e) {
          return stamtafel_edition_text(edition.handle, nullptr, &hash, e);
        });
        return hash;
      });
  add_table(module);
  py::class_<Bot>(module, "Bot")
      .def_static("new",
                  [](const char* bot, const char* game, int seat) {
                    return made<Bot>([&](stamtafel_bot* out, stamtafel_error* e) {
                      return stamtafel_bot_new(bot, game, seat, out, e);
                    });
                  })
      .def("decide", &Bot::decide);
  add_vector(module);
}
