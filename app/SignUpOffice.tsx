import { useEffect, useEffectEvent } from 'react'
import { importCalls } from '../features/import/contract.ts'
import { ApplicationTable } from '../features/signUp/application/web/ApplicationTable.tsx'
import { usePayFees } from '../features/signUp/fee/web/PayFees.tsx'
import type { SignUpKind } from '../features/signUp/rules.ts'
import { signUpOfficePaths } from '../features/signUp/web/officePaths.ts'
import { SignUpTable } from '../features/signUp/web/SignUpTable.tsx'
import { useSignUpWords } from '../features/signUp/web/words.ts'
import { useCall } from '../web/client.ts'
import { Tabs } from '../web/kit/Tabs.tsx'
import { useUrlState } from '../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../web/shell/view/useViewNavigate.ts'
import { usePart } from '../web/shell/view/usePart.ts'

const parts = ['signUps', 'applications'] as const

/** Goes on to the sign-up whose sheet the address names, where its import is shown. */
function useImportAddress(kind: SignUpKind): void {
  const navigate = useViewNavigate()
  const [{ import: importId }] = useUrlState()
  const { data } = useCall(
    importCalls.getProgress,
    { importId: importId ?? '' },
    { enabled: importId !== undefined },
  )
  const signUpId = data?.params.signUpId
  const goOn = useEffectEvent((id: string) =>
    navigate(`${signUpOfficePaths.detail(kind, id)}&tab=apply&by=sheet&import=${importId}`, {
      replace: true,
    }),
  )
  useEffect(() => {
    if (signUpId !== undefined) goOn(signUpId)
  }, [signUpId])
}

/** Sign-ups of a kind, and in a tab beside them all who applied; the address says which is shown. */
export function SignUpOffice({ kind }: { kind: SignUpKind }) {
  const say = useSignUpWords()
  const payFees = usePayFees()
  const [part, show] = usePart(parts)
  useImportAddress(kind)
  return (
    <Tabs
      label={say('parts')}
      value={part}
      tabs={parts.map((key) => ({ key, label: say(`part_${key}`) }))}
      onChange={show}
    >
      <div className="k-tab-part">
        {part === 'signUps' ? (
          <SignUpTable kind={kind} />
        ) : (
          <ApplicationTable kind={kind} moreBatch={payFees} />
        )}
      </div>
    </Tabs>
  )
}
