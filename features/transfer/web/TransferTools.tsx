import { Button } from '../../../web/shell/control/Button.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { recordsPath } from '../rules.ts'
import { TransferImportButton } from './TransferImportButton.tsx'
import { useTransferWords } from './words.ts'

/** Transfers beside a list of enrolments: those of a sheet, and those that were made. */
export function TransferTools() {
  const say = useTransferWords()
  const navigate = useViewNavigate()
  return (
    <div className="shell-row">
      <TransferImportButton />
      <Button onClick={() => navigate(recordsPath)}>{say('records')}</Button>
    </div>
  )
}
