import Button from 'antd/es/button'
import Space from 'antd/es/space'
import { useState } from 'react'
import type { BatchResult } from '../../class/batch/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import { DeedModal } from './DeedModal.tsx'
import { type Deed, deeds, permissionOf } from './deeds.ts'
import { useReportWords } from './words.ts'

/** Rows of one batch at most, as the contract has it. */
const most = 200

/** What can be done to many enrolments at once; what a row does not allow, the report says. */
export function DeedBar({
  ids,
  onResult,
  onProposed,
}: {
  ids: string[]
  onResult: (result: BatchResult) => void
  onProposed: () => void
}) {
  const say = useReportWords()
  const [doing, setDoing] = useState<Deed | null>(null)
  const held = useAccount()?.menus
  if (ids.length > most) return <span role="status">{say('tooMany', { most })}</span>
  return (
    <Space wrap>
      {deeds
        .filter((deed) => held?.has(permissionOf[deed]))
        .map((deed) => (
          <Button key={deed} danger={deed === 'remove'} onClick={() => setDoing(deed)}>
            {say(deed)}
          </Button>
        ))}
      {doing && (
        <DeedModal
          deed={doing}
          ids={ids}
          onClose={() => setDoing(null)}
          onResult={onResult}
          onProposed={onProposed}
        />
      )}
    </Space>
  )
}
