/* The header twice, with every initialiser: compiled as every standard of C and
 * C++ that it promises. */
#include "apportion.h"
#include "apportion.h"

apportion_options options = APPORTION_OPTIONS_INIT;
apportion_kind_info kind_info = APPORTION_KIND_INFO_INIT;
apportion_agent_info agent_info = APPORTION_AGENT_INFO_INIT;
apportion_agent_update agent_update = APPORTION_AGENT_UPDATE_INIT;
apportion_framework_info framework_info = APPORTION_FRAMEWORK_INFO_INIT;
apportion_cycle cycle = APPORTION_CYCLE_INIT;
apportion_metrics metrics = APPORTION_METRICS_INIT;
apportion_question question = APPORTION_QUESTION_INIT;
apportion_standing_question standing_question =
    APPORTION_STANDING_QUESTION_INIT;
apportion_view_question view_question = APPORTION_VIEW_QUESTION_INIT;
apportion_recording recording = APPORTION_RECORDING_INIT;
apportion_op op = APPORTION_OP_INIT;
