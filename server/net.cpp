#include "server/net.h"

#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "server/admin_socket.h"
#include "server/metrics.h"
#include "server/net_socket.h"

namespace server {

struct Net::Parts {
  explicit Parts(NetOptions wanted) : options(std::move(wanted)), acceptor(io) {}

  NetOptions options;
  std::unique_ptr<NetShared> shared;  // sessions that io still has leave through it when it goes
  asio::io_context io{1};
  asio::basic_socket_acceptor<Tcp, Executor> acceptor;
  TlsPtr tls;
  std::unique_ptr<AdminSocket> admin;
};

namespace {

constexpr int64_t kSweepEvery = 500;

Task<void> serve_plain(Socket socket, NetShared& shared, Gate::Visit& visit,
                       const std::string& address) {
  std::optional<TcpStream> stream(std::move(socket));
  auto upgrade = co_await serve_requests(*stream, shared, visit, address, false);
  if (upgrade == nullptr) co_return;
  const auto peer = std::make_shared<WebSocketPeer<Socket>>(stream->release_socket(), shared);
  stream.reset();
  co_await peer->serve(std::move(upgrade), visit);
}

Task<void> serve_one(Socket socket, TlsPtr tls, NetShared& shared) {
  ++shared.connections;
  error_code error;
  const auto end = socket.remote_endpoint(error);
  std::string address = error ? std::string() : end.address().to_string();
  // Behind a proxy all come from its address: those that matter are counted when they have spoken.
  const auto visit = shared.gate.arrive(
      shared.options.hops > 0 ? std::string() : address_key(address), NetShared::now());
  if (visit != nullptr) {
    socket.set_option(Tcp::no_delay(true), error);
    socket.set_option(asio::socket_base::send_buffer_size(shared.options.send_buffer), error);
    if (tls != nullptr) {
      co_await serve_tls(TcpStream(std::move(socket)), std::move(tls), shared, *visit, address);
    } else {
      co_await serve_plain(std::move(socket), shared, *visit, address);
    }
  }
  --shared.connections;
}

// Every connection is taken: the gate makes room where there is none.
template <class Acceptor>
Task<void> accept_all(Acceptor& acceptor, const TlsPtr& tls, NetShared& shared) {
  Timer pause(acceptor.get_executor());
  while (!shared.stopping) {
    auto [error, socket] = co_await acceptor.async_accept(await);
    if (shared.stopping) break;
    if (error) {  // too many open files, for one: others will be closed
      pause.expires_after(std::chrono::milliseconds(20));
      co_await pause.async_wait(await);
      continue;
    }
    asio::co_spawn(acceptor.get_executor(), serve_one(Socket(std::move(socket)), tls, shared),
                   asio::detached);
  }
}

Task<void> tick_on(NetShared& shared, Executor executor) {
  Timer timer(executor);
  int64_t swept = 0;
  while (!shared.stopping) {
    timer.expires_after(std::chrono::milliseconds(shared.options.tick_ms));
    co_await timer.async_wait(await);
    if (shared.stopping) break;
    shared.handler.tick();
    if (const int64_t now = NetShared::now(); now - swept >= kSweepEvery) {
      swept = now;
      shared.backlog.sweep(now);
      shared.pulses.sweep(now);
    }
  }
}

}  // namespace

Net::Net(NetOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}
Net::~Net() = default;

std::string Net::listen() {
  const NetOptions& options = parts_->options;
  error_code error;
  const auto address = asio::ip::make_address(options.bind, error);
  if (error) return "'" + options.bind + "' is no address to bind to (127.0.0.1, ::1, 0.0.0.0, …)";
  if (std::string problem = reload_certificate(); !problem.empty()) return problem;
  const Tcp::endpoint end(address, options.port);
  auto& acceptor = parts_->acceptor;
  acceptor.open(end.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(end, error);
  if (!error) acceptor.listen(4096, error);
  if (!error && !options.admin.empty()) {
    parts_->admin = std::make_unique<AdminSocket>(parts_->io, options.admin);
    return parts_->admin->listen();
  }
  if (!error) return {};
  return "can't listen on " + options.bind + ":" + std::to_string(options.port) + ": " +
         error.message();
}

std::string Net::reload_certificate() {
  const NetOptions& options = parts_->options;
  if (options.tls_cert.empty()) return {};
  std::string problem;
  if (TlsPtr fresh = make_tls(options.tls_cert, options.tls_key, problem)) {
    parts_->tls = std::move(fresh);
  }
  return problem;
}

uint16_t Net::port() const {
  error_code error;
  const auto end = parts_->acceptor.local_endpoint(error);
  return error ? 0 : end.port();
}

void Net::run(Handler& handler, const std::function<void()>& stopping) {
  parts_->shared = std::make_unique<NetShared>(handler, parts_->options);
  NetShared& shared = *parts_->shared;
  asio::io_context& io = parts_->io;
  asio::co_spawn(io.get_executor(), accept_all(parts_->acceptor, parts_->tls, shared),
                 asio::detached);
  asio::co_spawn(io.get_executor(), tick_on(shared, io.get_executor()), asio::detached);
  if (parts_->admin != nullptr) parts_->admin->serve(handler);
  asio::signal_set signals(io);
  std::function<void()> listen_to_signals = [&] {
    signals.async_wait([&](error_code error, int signal) {
      if (error) return;
      const NetOptions& options = parts_->options;
      if (signal != SIGHUP && !(options.terminate && options.terminate())) return stop();
      if (signal == SIGHUP && options.hangup) options.hangup();
      listen_to_signals();
    });
  };
  if (parts_->options.catch_signals) {
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) signals.add(signal);
    std::signal(SIGPIPE, SIG_IGN);
    listen_to_signals();
  }
  io.run();
  // Stopped: goodbyes are said, and get a moment to arrive.
  shared.stopping = true;
  stopping();
  error_code ignored;
  parts_->acceptor.close(ignored);
  if (parts_->admin != nullptr) parts_->admin->close();
  signals.cancel(ignored);
  io.restart();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  while (shared.connections > 0 && std::chrono::steady_clock::now() < end) {
    io.run_one_for(std::chrono::milliseconds(50));
  }
  io.stop();
}

void Net::stop() { parts_->io.stop(); }

void Net::post(std::function<void()> work) { asio::post(parts_->io, std::move(work)); }

std::string Net::metrics() const {
  if (parts_->shared == nullptr) return {};
  const Gate& gate = parts_->shared->gate;
  const Backlog& backlog = parts_->shared->backlog;
  std::string out;
  add_metric(out, "gauge", "connections", gate.open());
  add_metric(out, "gauge", "connections_silent", gate.silent());
  add_metric(out, "counter", "connections_dropped_total", gate.dropped());
  add_metric(out, "counter", "connections_refused_total", gate.refused());
  add_metric(out, "gauge", "queued_bytes", backlog.bytes());
  add_metric(out, "counter", "slow_clients_dropped_total", backlog.dropped());
  return out;
}

}  // namespace server
