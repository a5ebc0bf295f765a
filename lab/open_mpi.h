// What we need of Open MPI, loaded when it is needed. Its binary interface has been the same since
// version 1.3: handles are addresses of objects that the library exports, and a status is the
// struct below. (mpi.h of another MPI would not do, nor would this with another MPI's library.)
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace lab {

struct OpenMpi {
  using Handle = void*;
  struct Status {
    int source;
    int tag;
    int error;
    int cancelled;
    size_t bytes;
  };
  static constexpr int kAny = -1;  // MPI_ANY_SOURCE, MPI_ANY_TAG

  int (*init)(int*, char***, int, int*) = nullptr;
  int (*finalize)() = nullptr;
  int (*rank)(Handle, int*) = nullptr;
  int (*size)(Handle, int*) = nullptr;
  int (*send)(const void*, int, Handle, int, int, Handle, Handle*) = nullptr;  // MPI_Isend
  int (*test)(Handle*, int*, Status*) = nullptr;
  int (*probe)(int, int, Handle, int*, Status*) = nullptr;  // MPI_Iprobe
  int (*receive)(void*, int, Handle, int, int, Handle, Status*) = nullptr;
  int (*count)(const Status*, Handle, int*) = nullptr;
  Handle world = nullptr;
  Handle byte = nullptr;

  // nullptr: `problem` says why.
  static std::unique_ptr<OpenMpi> load(std::string& problem);
};

}  // namespace lab
