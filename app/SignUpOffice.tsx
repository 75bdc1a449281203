import { ApplicationTable } from '../features/signUp/application/web/ApplicationTable.tsx'
import { usePayFees } from '../features/signUp/fee/web/PayFees.tsx'
import type { SignUpKind } from '../features/signUp/rules.ts'
import { SignUpTable } from '../features/signUp/web/SignUpTable.tsx'
import { useSignUpWords } from '../features/signUp/web/words.ts'
import { Tabs } from '../web/kit/Tabs.tsx'
import './SignUpOffice.css'
import { usePart } from '../web/shell/view/usePart.ts'

const parts = ['signUps', 'applications'] as const

/** Sign-ups of a kind, and in a tab beside them all who applied; the address says which is shown. */
export function SignUpOffice({ kind }: { kind: SignUpKind }) {
  const say = useSignUpWords()
  const payFees = usePayFees()
  const [part, show] = usePart(parts)
  return (
    <Tabs
      label={say('parts')}
      value={part}
      tabs={parts.map((key) => ({ key, label: say(`part_${key}`) }))}
      onChange={show}
    >
      <div className="signup-office">
        {part === 'signUps' ? (
          <SignUpTable kind={kind} />
        ) : (
          <ApplicationTable kind={kind} moreBatch={payFees} />
        )}
      </div>
    </Tabs>
  )
}
