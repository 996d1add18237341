package api

// MaxIDLength bounds the ids of agents and frameworks, as Mesos does.
const MaxIDLength = 255
