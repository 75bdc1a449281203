import { byStaff, type Feature } from '../../server/feature.ts'
import { erasePerson, moveUnitClasses } from './server/actions.ts'
import { endProposalsOf, unitPriceKind } from './server/approvals.ts'
import { unitClassHandlers } from './server/calls.ts'
import { unitClassEdits } from './server/edits.ts'
import { unitClassExportList } from './server/exports.ts'
import { beginReminder } from './server/messages.ts'
import { unitClassStuKind } from './server/kinds.ts'

/** Classes opened for one unit, with their own price and terms, and whom the unit sends to them. */
export const unitClassFeature: Feature = {
  group: 'noun',
  tables: {
    unit_class_people: {
      hidden: 'whom a unit means to send to a class, which the person sees once the place is open',
      after: 'gone',
    },
    unit_classes: { ...byStaff },
  },
  erase: erasePerson,
  move: moveUnitClasses,
  on: { classChanged: endProposalsOf },
  imports: [unitClassStuKind],
  approvals: [unitPriceKind],
  handlers: [unitClassHandlers],
  exports: unitClassExportList,
  messages: [beginReminder],
  audit: {
    actions: {
      'unitClass.addPeople': ['添加单位班级学员', 'Added people to a unit class'],
      'unitClass.change': ['修改单位班级', 'Updated a unit class'],
      'unitClass.create': ['开设单位班级', 'Opened a unit class'],
      'unitClass.delete': ['删除单位班级', 'Deleted a unit class'],
      'unitClass.remind': ['提醒学员开始学习', 'Reminded learners to begin'],
      'unitClass.removePeople': ['移除单位班级学员', 'Took people off a unit class'],
    },
    fields: { unitClass: { ...unitClassEdits.fields, count: { zh: '人数', en: 'People' } } },
    subjects: {
      unitClass: {
        words: ['单位班级', 'Unit class'],
        name: (db, id) => db`select name from unit_classes where id = ${id}`,
      },
    },
  },
}
