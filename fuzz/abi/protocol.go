package abi

import "github.com/apportion/apportion/calls"

// request is the number of a request, see runner/README.md.
type request uint16

const (
	reqCreate  request = 1
	reqDestroy request = 2

	reqRoleName        request = 21
	reqDescribeKind    request = 23
	reqItemName        request = 25
	reqFindAgent       request = 26
	reqAgentName       request = 27
	reqFindFramework   request = 28
	reqFrameworkName   request = 29
	reqInverseStatuses request = 50
	reqPending         request = 106
	reqAllocate        request = 107
	reqDigest          request = 108
	reqStateJSON       request = 109
	reqMetrics         request = 110
	reqStartRecording  request = 114
	reqStopRecording   request = 115

	firstCall request = 200
)

// requestOf is the number of the request for a call.
func requestOf(op calls.Op) request { return firstCall + request(op) }
