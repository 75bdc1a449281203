import type { BatchResult } from '../../../../contract/selection.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { BatchButton } from '../../../batch/web/BatchButton.tsx'
import { memberCalls } from '../contract.ts'
import { useMemberWords } from './words.ts'

/** Confirms the chosen learners as people of their unit, or puts them out of it; absent for anyone who may not. */
export function MemberButtons({
  selected,
  onResult,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
}) {
  const say = useMemberWords()
  const may = useMay(memberCalls.settleMembers)
  if (!may) return null
  const count = selected.said
  const button = (belongs: boolean) => {
    const kind = belongs ? 'confirm' : 'refuse'
    return (
      <BatchButton
        call={memberCalls.settleMembers}
        input={{ belongs }}
        selected={selected}
        danger={!belongs}
        label={say(`${kind}Many`, { count })}
        yes={say(`${kind}Yes`)}
        question={say(`${kind}Question`, { count })}
        hint={say(`${kind}Hint`)}
        onResult={onResult}
      />
    )
  }
  return (
    <>
      {button(true)}
      {button(false)}
    </>
  )
}
