package abi

// request is the number of a request, see runner/README.md.
type request uint16

const (
	reqCreate  request = 1
	reqDestroy request = 2

	reqDeclareRole   request = 20
	reqRoleName      request = 21
	reqDeclareKind   request = 22
	reqDescribeKind  request = 23
	reqDeclareItem   request = 24
	reqItemName      request = 25
	reqFindAgent     request = 26
	reqAgentName     request = 27
	reqFindFramework request = 28
	reqFrameworkName request = 29
	reqReleaseRoles  request = 30
	reqReleaseKinds  request = 31
	reqReleaseItems  request = 32

	reqAddAgent             request = 40
	reqUpdateAgent          request = 41
	reqRemoveAgent          request = 42
	reqActivateAgent        request = 43
	reqDeactivateAgent      request = 44
	reqAddResourceProvider  request = 45
	reqSetWhitelist         request = 46
	reqClearWhitelist       request = 47
	reqUpdateUnavailability request = 48
	reqUpdateInverseOffer   request = 49
	reqInverseStatuses      request = 50

	reqAddFramework        request = 60
	reqUpdateFramework     request = 61
	reqRemoveFramework     request = 62
	reqActivateFramework   request = 63
	reqDeactivateFramework request = 64
	reqSuppressOffers      request = 65
	reqReviveOffers        request = 66
	reqRequestResources    request = 67
	reqExcludeAgents       request = 68
	reqExcludeAgent        request = 69

	reqRecoverResources request = 80
	reqTransition       request = 81
	reqUpdateAllocation request = 82
	reqUpdateAvailable  request = 83

	reqSetQuota   request = 100
	reqSetWeights request = 101
	reqRecover    request = 102
	reqPause      request = 103
	reqResume     request = 104
	reqAdvance    request = 105
	reqPending    request = 106
	reqAllocate   request = 107
	reqDigest     request = 108
	reqStateJSON  request = 109
	reqMetrics    request = 110
	reqSetPolicy  request = 111
	reqSetRanks   request = 112

	reqRequestAllocation request = 113
	reqStartRecording    request = 114
	reqStopRecording     request = 115
)

// Bits of the flags of options.
const (
	flagOfferGPUsToAll = 1 << iota
	flagNestedQuota
	flagFullPass
)

// Policies of the sorters.
const (
	policyDRF uint32 = iota
	policyRandom
)
