/** Every call that an API key may make. A test compares it with the contract. */
export {
  getOrganizationDetail,
  pollOrganization,
  updateOrganization,
} from "../shared/contract/accounts/accounts.ts";
export { listAuditEntries } from "../shared/contract/accounts/audit.ts";
export {
  createPanelTeamMember,
  getPanelOrganization,
  getPanelTeamMember,
  listPanelUserGroups,
  updatePanelOrganization,
  updatePanelTeamMember,
} from "../shared/contract/accounts/panel.ts";
export {
  getTeamMember,
  inviteMembers,
  listGroupMembers,
  listInvitedUsers,
  listMembers,
  listPendingInvites,
  listTeam,
  listUserGroups,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  searchUsers,
  updateTeamMember,
} from "../shared/contract/accounts/teams.ts";
export {
  createAgent,
  getAgent,
  getCreditsToday,
  listAgents,
  publishAgent,
  removeAgent,
  updateAgent,
  updateAgentStatus,
} from "../shared/contract/agents/agents.ts";
export { getApp, listApps } from "../shared/contract/agents/apps.ts";
export {
  listDeletedAgents,
  removeDeletedAgent,
  restoreAgent,
} from "../shared/contract/agents/deletedAgents.ts";
export { generate } from "../shared/contract/agents/generate.ts";
export { getSetupGuide, updateSetupStep } from "../shared/contract/agents/setupGuide.ts";
export {
  cloneAgent,
  exportAgent,
  getExport,
  getImport,
  getOwnTemplate,
  getReplacement,
  importAgent,
  publishTemplate,
  replaceAgent,
  sendImport,
  unpublishTemplate,
  updateUsedCount,
} from "../shared/contract/agents/templates.ts";
export {
  compareVersions,
  getVersion,
  listVersions,
  restoreVersion,
} from "../shared/contract/agents/versions.ts";
export {
  aggregateFeedback,
  getDashboard,
  getRealtimeDashboard,
  getStats,
  queryStats,
} from "../shared/contract/analytics/analytics.ts";
export { getPanelDashboard, getPanelRealtimeDashboard } from "../shared/contract/analytics/panel.ts";
export { listAgentsToday } from "../shared/contract/analytics/today.ts";
export {
  createSubscription,
  getBillingPortal,
  getSubscription,
  listPlans,
  listUpgradeRequests,
  removeUpgradeRequest,
} from "../shared/contract/billing/billing.ts";
export { getUsage } from "../shared/contract/billing/usage.ts";
export {
  chooseReplyChannel,
  deleteChannel,
  getChannel,
  getThreadChannel,
  getWhatsappTemplates,
  listChannels,
  listReplyChannels,
  previewMessage,
  resendMessage,
  sendTemplate,
  testChannel,
  updateChannel,
} from "../shared/contract/channels/channels.ts";
export { initiatePhoneCall, listPhoneCalls } from "../shared/contract/channels/phoneCalls.ts";
export {
  getTeamNotices,
  listSlackChannels,
  testTeamNotices,
  updateTeamNotices,
} from "../shared/contract/channels/teamNotices.ts";
export {
  addCollectionRows,
  cancelCollectionImport,
  changeCollectionRows,
  createCollection,
  exportCollectionRows,
  getCollection,
  getCollectionImport,
  listCollectionRows,
  listCollections,
  previewCollectionImport,
  removeCollection,
  removeCollectionRows,
  startCollectionImport,
  updateCollection,
} from "../shared/contract/collections/collections.ts";
export {
  decideActionForTeam,
  getActionAppForTeam,
} from "../shared/contract/conversations/actions/actions.ts";
export { listContactAtOtherAgents } from "../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
export {
  addContactNote,
  blockContact,
  eraseContact,
  exportContact,
  getContact,
  listContactThreads,
  listContacts,
  mergeContact,
  removeContactNote,
  unblockContact,
  undoMerge,
  updateContact,
  updateContactNote,
} from "../shared/contract/conversations/contacts/contacts.ts";
export { watchEvents } from "../shared/contract/conversations/conversations.ts";
export { exportContacts } from "../shared/contract/conversations/exports/contactExports.ts";
export { exportLeads } from "../shared/contract/conversations/exports/leadExports.ts";
export { exportThreads } from "../shared/contract/conversations/exports/threadExports.ts";
export { initTeamAttachment } from "../shared/contract/conversations/files/attachments.ts";
export {
  countAllThreads,
  getAllThreadFilters,
  getThreadOfAny,
  listAllThreads,
  searchAllThreads,
} from "../shared/contract/conversations/inbox/allThreads.ts";
export { listAssignees, updateAssignee } from "../shared/contract/conversations/inbox/assignees.ts";
export {
  createCustomField,
  listCustomFields,
  removeCustomField,
  updateCustomField,
} from "../shared/contract/conversations/inbox/customFields.ts";
export {
  cancelThreadChange,
  changeThreads,
  getThreadChange,
  removeThreads,
  undoThreadChange,
} from "../shared/contract/conversations/inbox/threadChanges.ts";
export { countThreads, getUnread, listUnread } from "../shared/contract/conversations/inbox/threadCounts.ts";
export {
  draftReply,
  getAssistance,
  rewriteReply,
  summarizeThread,
  transcribeMessage,
  translateMessage,
  translateReply,
  translateThread,
} from "../shared/contract/conversations/messages/assist.ts";
export {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../shared/contract/conversations/messages/cannedReplies.ts";
export { createNote, removeNote, updateNote } from "../shared/contract/conversations/messages/notes.ts";
export {
  createScheduledReply,
  listScheduledReplies,
  removeScheduledReply,
  sendScheduledReply,
  updateScheduledReply,
} from "../shared/contract/conversations/messages/scheduledReplies.ts";
export { initiateChat } from "../shared/contract/conversations/threads/initiateChat.ts";
export { removeMessage, removeThread } from "../shared/contract/conversations/threads/removals.ts";
export { forecastRetention } from "../shared/contract/conversations/threads/retention.ts";
export {
  sendForVisitor,
  startThread,
  startThreadForPerson,
} from "../shared/contract/conversations/threads/startThread.ts";
export { undoThreadUpdate } from "../shared/contract/conversations/threads/threadUndo.ts";
export {
  createLabel,
  getReceipt,
  getThread,
  getThreadFilters,
  listLabels,
  listMessages,
  listThreads,
  removeLabel,
  searchThreads,
  sendReply,
  tellTyping,
  updateLabel,
  updateThread,
} from "../shared/contract/conversations/threads/threads.ts";
export {
  editForVisitor,
  endThreadForVisitor,
  getThreadForVisitor,
  initVisitorAttachment,
  leavePersonForVisitor,
  listMessagesForVisitor,
  rateThreadForVisitor,
  readThreadForVisitor,
  requestPersonForVisitor,
  retryForVisitor,
  sendFeedbackForVisitor,
  stopForVisitor,
  tellTypingForVisitor,
} from "../shared/contract/conversations/visitors/forVisitor.ts";
export {
  cancelRun,
  closeGap,
  createTestCase,
  getReproduction,
  getResult,
  getRun,
  listAllGaps,
  listAllTopics,
  listGaps,
  listResults,
  listRuns,
  listTestCases,
  listTopics,
  makeTestCase,
  overruleResult,
  removeTestCase,
  startRun,
  updateTestCase,
} from "../shared/contract/evaluation/evaluation.ts";
export { getReplayForecast } from "../shared/contract/evaluation/replay.ts";
export {
  createIntegration,
  getIntegration,
  listEventsAndOperations,
  listIntegrationEvents,
  listIntegrations,
  refreshIntegrationToken,
  removeIntegration,
  updateIntegration,
} from "../shared/contract/integrations/integrations.ts";
export { getCharacterUsage } from "../shared/contract/knowledge/characterUsage.ts";
export {
  getDocument,
  listDocuments,
  pushDocuments,
  removeDocument,
  removeDocuments,
} from "../shared/contract/knowledge/documents.ts";
export {
  checkHygiene,
  getHygiene,
  listLikePassages,
  listStalePages,
  updateLikePassages,
} from "../shared/contract/knowledge/hygiene.ts";
export {
  cancelSync,
  createDataSource,
  getDataSource,
  listDataSources,
  listPages,
  listSyncHistory,
  listSyncLogs,
  removeDataSource,
  removePage,
  retrySync,
  syncDataSource,
  updateDataSource,
} from "../shared/contract/knowledge/knowledge.ts";
export {
  getPage,
  listPassages,
  refreshPage,
  removeEdit,
  updatePage,
  updatePassage,
} from "../shared/contract/knowledge/pages.ts";
export {
  cancelPreprocessing,
  getPreprocessing,
  preprocess,
} from "../shared/contract/knowledge/preprocess.ts";
export { addQuestions, removeQuestion, updateQuestion } from "../shared/contract/knowledge/questions.ts";
export { chooseSharedSource, listSharedSources } from "../shared/contract/knowledge/sharedSources.ts";
export {
  listSyncStatus,
  scheduleSync,
  syncFiles,
  unscheduleSync,
} from "../shared/contract/knowledge/sync.ts";
export {
  getSyncChange,
  listSyncChanges,
  listTouchedAnswers,
} from "../shared/contract/knowledge/syncChanges.ts";
export { findZone, getZone } from "../shared/contract/knowledge/zones.ts";
export { getMcpEndpoint, updateMcpEndpoint } from "../shared/contract/mcpEndpoint/mcpEndpoint.ts";
export {
  createMcpServer,
  getMcpServer,
  listMcpRuns,
  listMcpServers,
  listMcpTools,
  refreshMcpServer,
  removeMcpServer,
  signOutOfMcp,
  testMcpTool,
  updateMcpServer,
  updateMcpTool,
} from "../shared/contract/mcps/mcps.ts";
export { getEmbeddings } from "../shared/contract/models/embeddings.ts";
export {
  createModelKey,
  getModelDefaults,
  getModelKey,
  listKeyModels,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
  updateModelKey,
  validateModelKey,
} from "../shared/contract/models/modelKeys.ts";
export { listEmbeddingModels, listModels, listSpeechModels } from "../shared/contract/models/models.ts";
export { tryAgent } from "../shared/contract/playground/playground.ts";
export {
  createSkill,
  listSkillRuns,
  listSkills,
  readFieldOptions,
  readOpenapi,
  removeSkill,
  testSkill,
  updateSkill,
} from "../shared/contract/skills/skills.ts";
export {
  getSystemSkill,
  listSkillMappings,
  listSystemSkills,
} from "../shared/contract/skills/systemSkills.ts";
export { getSignedUrl, initUpload } from "../shared/contract/storage/storage.ts";
export { listProactiveFigures } from "../shared/contract/surfaces/proactive.ts";
export {
  checkIdentity,
  checkPage,
  checkPredefinedDomain,
  createIdentitySecret,
  createPreviewTicket,
  deleteHostedWeb,
  deleteIdentitySecret,
  deleteWidget,
  getHostedWeb,
  getIdentity,
  getWidget,
  listSurfaces,
  setHostedDomain,
  updateHostedWeb,
  updateIdentity,
  updateWidget,
  validateDns,
} from "../shared/contract/surfaces/surfaces.ts";
export {
  deleteVideoAvatar,
  getVideoAvatar,
  testVideoAvatar,
  updateVideoAvatar,
} from "../shared/contract/voice/avatar.ts";
export { listVoiceKeys, removeVoiceKey, setVoiceKey } from "../shared/contract/voice/voiceKeys.ts";
export {
  listCallVoices,
  listVideoAvatars,
  listVideoVoices,
  listVoices,
  previewCatalogEntry,
  previewVoice,
} from "../shared/contract/voice/voices.ts";
export { readWorkflowImport } from "../shared/contract/workflows/imports.ts";
export {
  cancelWorkflowRun,
  getWorkflowRun,
  listWorkflowRuns,
  retryWorkflowRun,
  startWorkflowRun,
} from "../shared/contract/workflows/runs.ts";
export {
  createWorkflowSimulation,
  listWorkflowSimulations,
  removeWorkflowSimulation,
  runWorkflowSimulations,
  stepThroughWorkflow,
  updateWorkflowSimulation,
} from "../shared/contract/workflows/simulations.ts";
export { readWorkflowSentences } from "../shared/contract/workflows/sentences.ts";
export {
  createWorkflow,
  enableWorkflow,
  getWorkflow,
  getWorkflowVersion,
  listWorkflowVersions,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  restoreWorkflowVersion,
  updateWorkflow,
} from "../shared/contract/workflows/workflows.ts";
