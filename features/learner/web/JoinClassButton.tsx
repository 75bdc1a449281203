import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Selection } from '../../../web/shell/control/chosen.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { joinCalls } from '../join/contract.ts'
import { useJoinWords } from './joinWords.ts'

const JoinDialog = dialogPart(() => import('./JoinDialog.tsx'))

/** Puts learners into a class, with a reason for each who is refused; absent for anyone who may not. */
export function JoinClassButton({
  selection,
  primary = false,
  onDone,
}: {
  selection: Selection
  primary?: boolean
  /** Called once they are, or a job puts them there. */
  onDone?: () => void
}) {
  const say = useJoinWords()
  const may = useMay(joinCalls.joinClass)
  const [open, setOpen] = useState(false)
  const { showReport, report } = useBatchReport()
  if (!may) return null
  return (
    <>
      <Button {...(primary ? { type: 'primary' } : {})} onClick={() => setOpen(true)}>
        {say('join')}
      </Button>
      {open && (
        <JoinDialog
          selection={selection}
          onSaved={(result) => {
            setOpen(false)
            showReport(result)
            onDone?.()
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {report}
    </>
  )
}
