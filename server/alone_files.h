// What the page needs to play without a server (docs/alone.md): the hub as a WebAssembly module.
// It is built beside the program, by a compiler that not everybody has, and so it lies in a folder
// that is looked at anew each time: it may not be there, or come later.
#pragma once

#include <string>

namespace server {

class AloneFiles {
 public:
  // `folder`: where stamtafel.wasm is, with stamtafel.wasm.br beside it, perhaps.
  explicit AloneFiles(std::string folder) : folder_(std::move(folder)) {}

  bool there() const { return !version().empty(); }
  // Another one when the module has changed; empty: there is none.
  std::string version() const;
  // Empty: it can't be read.
  std::string module() const;
  std::string brotli() const;
  // "alone/about.json": the files in this folder, for the service worker.
  static std::string about();
  // The service worker, with the version of the module in its place.
  std::string service_worker(std::string text) const;

 private:
  std::string folder_;
};

// Where a program lies in its folders when it is installed or was just built; empty: nowhere there.
std::string alone_folder();

}  // namespace server
