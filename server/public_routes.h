// HTTP for whoever comes: limits, the page and shared links, where "your move" goes, operation.
// Also decides who may open a WebSocket.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/alone_files.h"
#include "server/post.h"
#include "server/public_settings.h"
#include "server/routes.h"
#include "server/share.h"

namespace server {

class PublicRoutes final : public Routes {
 public:
  PublicRoutes(Context& context, const PublicSettings& settings, People& people, Clients& clients,
               Tables& tables, Lobby& lobby, Post& post);

  void http(const HttpRequest& request, HttpReply reply);
  // A WebSocket: is it let in?
  bool admit(const HttpRequest& request, HttpResponse& refusal);

 private:
  // Is it sent to a name of ours, and by a page of ours?
  Refusal foreign_host(const HttpRequest& request) const;
  Refusal foreign_origin(const HttpRequest& request) const;

  bool route_more(const Call& call, std::string_view method,
                  const std::vector<std::string_view>& path) override;
  // What the page needs to play without us. False: it is none of that.
  bool route_alone(const Call& call);
  void get_health(const Call& call);
  void get_metrics(const Call& call);

  // --- where "your move" goes (routes_post.cpp)
  void get_addresses(const Call& call);
  void post_address(const Call& call);
  void post_confirm(const Call& call);
  void post_stop(const Call& call, std::string_view token);
  std::string write_addresses(const std::string& person) const;
  Post::Then answer_addresses(const Call& call);

  // --- shared links (routes_share.cpp)
  // False: the path is none that says more than the page itself.
  bool route_shared(const Call& call);
  using AtTable = std::function<void(const Call&, const Shared&, const Table&)>;
  void at_table(const Call& call, std::string_view id, AtTable then);
  void page_of(const Call& call, const Shared& shared, const std::string& picture);
  void plain_page(const Call& call);
  void picture_of(const Call& call, const Shared& shared, const engine::AnyTable* match,
                  const std::string& of);

  const PublicSettings& settings_;
  Post& post_;
  AloneFiles alone_;
  Buckets requests_;  // by address
};

}  // namespace server
