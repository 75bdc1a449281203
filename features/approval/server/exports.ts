import { sayStored } from '../../../contract/systemReason.ts'
import { exported } from '../../../server/exporting.ts'
import { approvalExports } from '../contract.ts'
import { approvalLifecycle, staffOf } from '../rules.ts'

/** The sheet of what a second person approves. */
export const approvalExportList = [
  exported(approvalExports.exportApprovalList, [
    { title: { zh: '事项', en: 'Action' }, width: 40, value: (row) => row.summary },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => sayStored(row.reason) },
    {
      title: { zh: '状态', en: 'Status' },
      width: 20,
      value: (row) => approvalLifecycle.stateName(row.status),
    },
    { title: { zh: '涉及人员', en: 'People concerned' }, format: 'count', value: (row) => row.count },
    { title: { zh: '经办', en: 'Handled by' }, width: 24, value: staffOf },
    {
      title: { zh: '创建时间', en: 'Created' },
      format: 'moment',
      width: 18,
      value: (row) => row.proposed.at,
    },
  ]),
]
