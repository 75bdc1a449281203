import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { planLifecycle } from './rules.ts'
import { eraseReminders, movePlanUnits } from './server/actions.ts'
import { reminding } from './server/batches.ts'
import { planHandlers } from './server/calls.ts'
import { planEdits } from './server/edits.ts'
import { planExportList } from './server/exports.ts'
import { planReminder } from './server/messages.ts'
import { hoursDue } from './server/offer.ts'

/** Training plans of a year: the hours and classes asked for, who has fulfilled them, and what is missing. */
export const trainPlanFeature: Feature = {
  group: 'noun',
  tables: {
    train_plan_classes: { of: 'project' },
    train_plan_reminders: {
      hidden: 'when the office last reminded the person of a plan, which the messages of the person show',
      after: 'gone',
    },
    train_plan_units: { of: 'project' },
    train_plans: { of: 'project' },
  },
  erase: eraseReminders,
  move: movePlanUnits,
  on: { hoursDue },
  handlers: [planHandlers],
  batches: [reminding],
  exports: planExportList,
  messages: [planReminder],
  audit: {
    actions: {
      'trainPlan.change': ['修改培训计划', 'Updated a training plan'],
      'trainPlan.close': ['结束培训计划', 'Closed a training plan'],
      'trainPlan.copy': ['复制培训计划', 'Copied a training plan'],
      'trainPlan.create': ['新建培训计划', 'Created a training plan'],
      'trainPlan.delete': ['删除培训计划', 'Deleted a training plan'],
      'trainPlan.publish': ['发布培训计划', 'Published a training plan'],
      'trainPlan.remind': ['提醒学员完成培训计划', 'Reminded a learner of a training plan'],
      'trainPlan.withdraw': ['撤回培训计划', 'Withdrew a training plan'],
    },
    fields: { trainPlan: { ...planEdits.fields, status: statusField(planLifecycle) } },
    subjects: {
      trainPlan: {
        words: ['培训计划', 'Training plan'],
        name: (db, id) => db`select name from train_plans where id = ${id}`,
      },
    },
  },
}
