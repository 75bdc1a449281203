import Badge from 'antd/es/badge'
import Button from 'antd/es/button'
import Tabs from 'antd/es/tabs'
import { useState } from 'react'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { ApprovalTable } from '../../approval/web/ApprovalTable.tsx'
import { useWaiting } from '../../approval/web/useWaiting.ts'
import { CorrectionTable } from '../../correction/web/CorrectionTable.tsx'
import { ExceptionTable } from './ExceptionTable.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import { UnitIssueTable } from './UnitIssueTable.tsx'
import { useSupportCaseWords } from './words.ts'

const parts = ['corrections', 'approvals', 'registered', 'doubts'] as const
const filters = ['page', 'status', 'kind', 'keyword', 'waiting', 'own', 'doubt']

/** /customer/exception-register: corrections with who waits for whom, actions that take two people, registered problems, units in doubt. */
export default function ExceptionRegisterPage() {
  const say = useSupportCaseWords()
  const [{ part = 'corrections' }, change] = useUrlState()
  const { toApprove } = useWaiting()
  const [registering, setRegistering] = useState(false)
  return (
    <>
      <Tabs
        activeKey={part}
        onChange={(next) =>
          change({ ...Object.fromEntries(filters.map((name) => [name, null])), part: next })
        }
        items={parts.map((key) => ({
          key,
          label:
            key === 'approvals' ? (
              <Badge
                count={toApprove}
                size="small"
                offset={[8, 0]}
                title={say('waitingForYou', { count: toApprove })}
              >
                {say(key)}
              </Badge>
            ) : (
              say(key)
            ),
        }))}
      />
      {part === 'registered' ? (
        <ExceptionTable
          toolbar={
            <Button type="primary" onClick={() => setRegistering(true)}>
              {say('register')}
            </Button>
          }
        />
      ) : part === 'approvals' ? (
        <ApprovalTable />
      ) : part === 'doubts' ? (
        <UnitIssueTable />
      ) : (
        <CorrectionTable />
      )}
      <RegisterDialog open={registering} onClose={() => setRegistering(false)} />
    </>
  )
}
