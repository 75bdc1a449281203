import Button from 'antd/es/button'
import Space from 'antd/es/space'
import { useState } from 'react'
import type { BatchResult } from '../../class/batch/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { type Action, actions, permissionOf } from './enrolmentActions.ts'
import { useStudyRecordWords } from './words.ts'

/** Rows of one batch at most, as the contract has it. */
const most = 200

/** Batch actions on enrolments; the report shows what a row does not allow. */
export function ActionBar({
  ids,
  onResult,
  onProposed,
}: {
  ids: string[]
  onResult: (result: BatchResult) => void
  onProposed: () => void
}) {
  const say = useStudyRecordWords()
  const [doing, setDoing] = useState<Action | null>(null)
  const held = useAccount()?.menus
  if (ids.length > most) return <span role="status">{say('tooMany', { most })}</span>
  return (
    <Space wrap>
      {actions
        .filter((action) => held?.has(permissionOf[action]))
        .map((action) => (
          <Button key={action} danger={action === 'remove'} onClick={() => setDoing(action)}>
            {say(action)}
          </Button>
        ))}
      {doing && (
        <ActionDialog
          action={doing}
          ids={ids}
          onClose={() => setDoing(null)}
          onResult={onResult}
          onProposed={onProposed}
        />
      )}
    </Space>
  )
}
