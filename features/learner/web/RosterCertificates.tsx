import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { registerCalls } from '../../certificate/register/contract.ts'
import { useRegisterWords } from '../../certificate/register/web/words.ts'

const PrintDialog = dialogPart(() => import('./PrintDialog.tsx'))

/** Prints the certificates of all people of a unit class; nothing for who may not see the register. */
export function RosterCertificates({ unitClassId }: { unitClassId: string }) {
  const say = useRegisterWords()
  const mayPrint = useMay(registerCalls.find)
  const [isOpen, setOpen] = useState(false)
  if (!mayPrint) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('printRoster')}</Button>
      {isOpen && <PrintDialog filter={{ unitClassId, status: ['valid'] }} onClose={() => setOpen(false)} />}
    </>
  )
}
