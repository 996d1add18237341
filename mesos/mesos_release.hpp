// mesos_release.hpp - the releases of Mesos that the module builds against.
// Code that depends on the release belongs here.
#ifndef APPORTION_MESOS_MESOS_RELEASE_HPP
#define APPORTION_MESOS_MESOS_RELEASE_HPP

#include <mesos/version.hpp>

#if !defined(MESOS_MAJOR_VERSION_NUM) || !defined(MESOS_MINOR_VERSION_NUM)
#error "mesos/version.hpp does not tell the version of Mesos"
#elif MESOS_MAJOR_VERSION_NUM != 1 || MESOS_MINOR_VERSION_NUM < 11
#error \
    "libapportion_mesos needs Mesos 1.11 or 1.12: offer constraints and \
FrameworkOptions, which the allocator interface is built on, came with 1.11"
#endif

#endif  // APPORTION_MESOS_MESOS_RELEASE_HPP
