import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Selection } from '../../../web/shell/control/chosen.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { certifyCalls } from '../certify/contract.ts'
import { useCertifyWords } from './certifyWords.ts'

const CertifyDialog = dialogPart(() => import('./CertifyDialog.tsx'))

/**
 * Issues certificates to the chosen learners, or to one who is looked for, with a reason for each who is refused; absent
 * for anyone who may not.
 */
export function CertifyButton({ selection, onDone }: { selection?: Selection; onDone?: () => void }) {
  const say = useCertifyWords()
  const may = useMay(certifyCalls.issueSkill)
  const [open, setOpen] = useState(false)
  const { showReport, report } = useBatchReport()
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('certify')}</Button>
      {open && (
        <CertifyDialog
          {...(selection && { selection })}
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
