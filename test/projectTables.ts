/**
 * Tables whose rows belong to a project as a whole: what everyone in it studies, signs in by and fills in. Only a
 * session that has the whole project writes them.
 */
export const projectTables: ReadonlySet<string> = new Set([
  'certificate_templates',
  'class_categories',
  'class_courses',
  'course_categories',
  'course_items',
  'courses',
  'dictionary_entries',
  'exam_types',
  'exams',
  'merchants',
  'message_configs',
  'message_routes',
  'papers',
  'partners',
  'project_configs',
  'project_texts',
  'projects',
  'question_banks',
  'question_keys',
  'question_versions',
  'questions',
  'resource_categories',
  'resources',
  'roles',
  'setting_versions',
  'train_classes',
  'unit_train_types',
  'wechat_apps',
])

/** Tables that name a project and no unit or account, and whose rows still belong to a part of it, or to none. */
export const sharedTables: Readonly<Record<string, string>> = {
  batches: 'each belongs to the one who began it',
  approvals: 'each concerns what its kind says, which decides who sees it',
  certificate_serials: 'counts the certificates of learners',
  clock_shifts: 'moves the clock of the demo and of tests',
  list_exports: 'each belongs to the one who asked for it',
  list_views: 'each belongs to the one who saved it, or to everyone in the project',
  message_alarms: 'when staff was last alarmed about what the system found',
  message_budgets: 'counts what was sent of a day',
  operation_log_checkpoints: 'how far the chains of the operation log were verified',
  operation_lanes: 'ends of the chains of the operation log',
  order_adjustments: 'each belongs to an order, the order to a learner',
  order_notes: 'each belongs to an order, the order to a learner',
  payments: 'each belongs to an order, the order to a learner',
  units: 'a unit and those below it are their manager’s',
}
