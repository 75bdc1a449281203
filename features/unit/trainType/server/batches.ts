import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { unitCalls } from '../../contract.ts'
import { nameUnits } from '../../server/data.ts'
import { trainTypeCalls, trainTypeRefusals } from '../contract.ts'
import { changeTerms } from './save.ts'

/** Gives terms to many units. */
export const settingTerms = batchOf<typeof trainTypeCalls.batchUpdateUnitTrainType>({
  call: trainTypeCalls.batchUpdateUnitTrainType,
  list: unitCalls.findUnitList,
  named: 'unitIds',
  nameRows: (db, session, ids) => nameUnits(db, session.scope, ids),
  refusals: { approval: approvalRefusals, trainType: trainTypeRefusals },
  title: () => ({ zh: '设置单位培训类型', en: 'Set the training categories of units' }),
  async act(tx, { session, input }, { id }) {
    const { classTypes, change } = input
    const { proposals } = await changeTerms(tx, session, {
      unitIds: [id],
      classTypes,
      change,
      field: 'change',
    })
    return proposals.length > 0 ? 'proposed' : null
  },
})
