import { useState } from 'react'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { countOf, useWork } from '../../workQueue/web/useWork.ts'
import { CorrectionTable } from '../../correction/web/CorrectionTable.tsx'
import { ExceptionTable } from './ExceptionTable.tsx'
import { UnitIssueTable } from './UnitIssueTable.tsx'
import { useSupportCaseWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const RegisterDialog = dialogPart(() => import('./RegisterDialog.tsx'))

const parts = ['corrections', 'registered', 'doubts'] as const
/** The work that waits in a part. */
const workIn: Record<(typeof parts)[number], readonly string[]> = {
  corrections: ['correction.settle', 'correction.rejected'],
  registered: ['exception.settle'],
  doubts: ['unit.none', 'unit.closed'],
}

/** /customer/exception-register: corrections with who waits for whom, registered problems, units in doubt. */
export default function ExceptionRegisterPage() {
  const say = useSupportCaseWords()
  const [address, change] = useUrlState()
  const part = parts.find((known) => known === address.part) ?? 'corrections'
  const work = useWork()
  const [registering, setRegistering] = useState(false)
  useBegin('issue', () => setRegistering(true))
  return (
    <>
      <Tabs
        label={say('parts')}
        value={part}
        onChange={(next) => {
          // Another list starts without what this one was asked.
          const none = Object.fromEntries(Object.keys(address).map((name) => [name, null]))
          change({ ...none, part: next }, 'push')
        }}
        tabs={parts.map((key) => {
          const count = countOf(work.filter(({ code }) => workIn[key].includes(code)))
          if (count === 0) return { key, label: say(key) }
          return { key, label: `${say(key)} ${count}`, title: say('waitingForYou', { count }) }
        })}
      >
        <div className="k-tab-part">
          {part === 'registered' ? (
            <ExceptionTable
              toolbar={
                <Button type="primary" onClick={() => setRegistering(true)}>
                  {say('register')}
                </Button>
              }
            />
          ) : part === 'doubts' ? (
            <UnitIssueTable />
          ) : (
            <CorrectionTable />
          )}
        </div>
      </Tabs>
      {registering && <RegisterDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
