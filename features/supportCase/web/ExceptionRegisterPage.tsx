import Badge from 'antd/es/badge'
import Tabs from 'antd/es/tabs'
import { useState } from 'react'
import { Button } from '../../../web/shell/Button.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { ApprovalTable } from '../../approval/web/ApprovalTable.tsx'
import { countOf, useWork } from '../../workQueue/web/useWork.ts'
import { CorrectionTable } from '../../correction/web/CorrectionTable.tsx'
import { ExceptionTable } from './ExceptionTable.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import { UnitIssueTable } from './UnitIssueTable.tsx'
import { useSupportCaseWords } from './words.ts'

const parts = ['corrections', 'approvals', 'registered', 'doubts'] as const
/** The work that waits in a part. */
const workIn: Record<(typeof parts)[number], readonly string[]> = {
  corrections: ['correction.settle'],
  approvals: ['approval.approve'],
  registered: ['exception.settle'],
  doubts: ['unit.none', 'unit.closed'],
}

/** /customer/exception-register: corrections with who waits for whom, actions that take two people, registered problems, units in doubt. */
export default function ExceptionRegisterPage() {
  const say = useSupportCaseWords()
  const [address, change] = useUrlState()
  const { part = 'corrections' } = address
  const work = useWork()
  const [registering, setRegistering] = useState(false)
  return (
    <>
      <Tabs
        activeKey={part}
        onChange={(next) => {
          // Another list starts without what this one was asked.
          change({ ...Object.fromEntries(Object.keys(address).map((name) => [name, null])), part: next })
        }}
        items={parts.map((key) => {
          const count = countOf(work.filter(({ code }) => workIn[key].includes(code)))
          return {
            key,
            label: (
              <Badge count={count} size="small" offset={[8, 0]} title={say('waitingForYou', { count })}>
                {say(key)}
              </Badge>
            ),
          }
        })}
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
