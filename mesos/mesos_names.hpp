// mesos_names.hpp - Mesos's messages and types, by the names that they have in Mesos.
#ifndef APPORTION_MESOS_MESOS_NAMES_HPP
#define APPORTION_MESOS_MESOS_NAMES_HPP

#include <mesos/allocator/allocator.hpp>
#include <mesos/mesos.hpp>
#include <mesos/quota/quota.hpp>
#include <mesos/resources.hpp>
#include <mesos/type_utils.hpp>

#include <stout/hashmap.hpp>
#include <stout/hashset.hpp>
#include <stout/none.hpp>
#include <stout/option.hpp>
#include <stout/stringify.hpp>
#include <stout/try.hpp>

namespace apportion_mesos {

using ::mesos::DomainInfo;
using ::mesos::Filters;
using ::mesos::FrameworkID;
using ::mesos::FrameworkInfo;
using ::mesos::Labels;
using ::mesos::Offer;
using ::mesos::Quota;
using ::mesos::Resource;
using ::mesos::ResourceConversion;
using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::SlaveInfo;
using ::mesos::Unavailability;
using ::mesos::UnavailableResources;
using ::mesos::Value;
using ::mesos::WeightInfo;
using ::mesos::allocator::FrameworkOptions;
using ::mesos::allocator::InverseOfferStatus;
using ::mesos::allocator::OfferConstraintsFilter;
using ::mesos::allocator::Options;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_MESOS_NAMES_HPP
