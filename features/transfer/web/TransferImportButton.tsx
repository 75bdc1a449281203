import { useMemo } from 'react'
import { useMay } from '../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { transferCalls } from '../contract.ts'
import { recordsPath } from '../rules.ts'
import { useTransferWords } from './words.ts'

/** Moves learners between classes from a sheet; absent for anyone who may not. */
export function TransferImportButton() {
  const say = useTransferWords()
  const navigate = useViewNavigate()
  const may = useMay(transferCalls.transferClass)
  const params = useMemo(() => ({ value: {} }), [])
  if (!may) return null
  return (
    <ImportWizard
      kind="transfer"
      name={say('byFile')}
      params={params}
      viewLabel={say('view')}
      onView={() => navigate(recordsPath)}
      choose={<p>{say('fileHint')}</p>}
    />
  )
}
