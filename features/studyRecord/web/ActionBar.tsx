import { useState } from 'react'
import type { BatchResult } from '../../../contract/selection.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { useAccount } from '../../session/web/account.ts'
import { EnrolmentAction } from './EnrolmentAction.tsx'
import { type Action, actions, permissionOf } from './enrolmentActions.ts'
import { useStudyRecordWords } from './words.ts'

/** Batch actions on enrolments; the report shows what a row does not allow. */
export function ActionBar({
  selected,
  onResult,
  onProposed,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
  onProposed: () => void
}) {
  const say = useStudyRecordWords()
  const [doing, setDoing] = useState<Action | null>(null)
  const held = useAccount()?.menus
  return (
    <div className="shell-row">
      {actions
        .filter((action) => held?.has(permissionOf[action]))
        .map((action) => (
          <Button
            key={action}
            danger={action === 'remove' || action === 'refund'}
            onClick={() => setDoing(action)}
          >
            {say(action)}
          </Button>
        ))}
      {doing && (
        <EnrolmentAction
          action={doing}
          selected={selected}
          onClose={() => setDoing(null)}
          onResult={onResult}
          onProposed={onProposed}
        />
      )}
    </div>
  )
}
