# make test-view      the page in a browser: what it shows, clicks, keys, a server that goes and comes back
# make view-pictures  the pictures of docs/view.md, from that test's own data
#
# Included by the Makefile at the top, which defines GO.

.PHONY: test-view
test-view:
	@command -v chromium > /dev/null || echo "chromium is not installed: unless there is another browser, the page is not tested"
	$(GO) test -vet=off -count=1 -timeout 10m ./view

.PHONY: view-pictures
view-pictures:
	APPORTION_PICTURES=$(abspath docs) $(GO) test -count=1 -run 'ThePageShows|TwoSideBySide' ./view
