import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { mergeHandlers } from './merge/server/calls.ts'
import { unitHandlers } from './server/calls.ts'
import { unitTermsKind } from './trainType/server/approvals.ts'
import { settingTerms } from './trainType/server/batches.ts'
import { trainTypeHandlers } from './trainType/server/calls.ts'
import { placeUnit } from './trainType/server/move.ts'
import { unitLifecycle } from './rules.ts'
import { unitExportList } from './server/exports.ts'

/** Units in a tree, their merging, and what each may buy. */
export const unitFeature = (all: readonly Feature[]): Feature => ({
  group: 'noun',
  tables: {
    unit_train_types: { of: 'project' },
    units: { shared: 'a unit and those below it are their manager’s' },
  },
  get handlers() {
    return [unitHandlers(placeUnit), trainTypeHandlers, mergeHandlers(all.flatMap(({ move = [] }) => move))]
  },
  approvals: [unitTermsKind],
  batches: [settingTerms],
  exports: unitExportList,
  audit: {
    actions: {
      'unit.absorb': ['并入重复单位', 'Merged in a duplicate unit'],
      'unit.addManager': ['添加单位管理员', 'Added a unit manager'],
      'unit.change': ['修改单位', 'Updated a unit'],
      'unit.create': ['新建单位', 'Created a unit'],
      'unit.delete': ['删除单位', 'Deleted a unit'],
      'unit.disable': ['停用单位', 'Disabled a unit'],
      'unit.enable': ['启用单位', 'Enabled a unit'],
      'unit.inheritTerms': ['培训类别改为沿用上级', 'Inherited training categories'],
      'unit.merge': ['合并到其他单位', 'Merged a unit into another'],
      'unit.move': ['移动单位', 'Moved a unit'],
      'unit.removeManager': ['移除单位管理员', 'Removed a unit manager'],
      'unit.terms': ['修改单位培训类别', 'Updated training categories'],
    },
    fields: {
      unit: { status: statusField(unitLifecycle) },
    },
    subjects: {
      unit: { words: ['单位', 'Unit'], name: (db, id) => db`select name from units where id = ${id}` },
    },
  },
})
