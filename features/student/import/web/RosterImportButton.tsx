import { type ComponentType, useMemo, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { importCalls } from '../../../import/contract.ts'
import { useCurrentImport } from '../../../import/web/currentImport.ts'
import { ImportWizard } from '../../../import/web/ImportWizard.tsx'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import { rosterMenu } from '../contract.ts'
import { useRosterWords } from './words.ts'

/** Imports a unit's learners from a sheet; absent for anyone who may not. */
export function RosterImportButton({
  unitId,
  fixed = false,
  Next,
}: {
  /** Unit whose learners they become unless another is chosen. */
  unitId: string | null
  /** The page is of this unit: no other is chosen. */
  fixed?: boolean
  /** Next steps with the learners of an import. */
  Next: ComponentType<{ importId: string }>
}) {
  const say = useRosterWords()
  const navigate = useViewNavigate()
  const may = useMay(rosterMenu)
  const [chosen, setChosen] = useState<string | null>(null)
  // A unit is chosen for one file.
  if (useCurrentImport('roster') && chosen) setChosen(null)
  const own = useCall(importCalls.findList, {}, { enabled: may && !fixed })
  // The next file is usually for the unit of the last one.
  const last = own.data?.find(({ kind }) => kind === 'roster')?.params.unitId
  const into = fixed ? unitId : (chosen ?? last ?? unitId)
  const isProposed = !fixed && chosen === null
  const [unit] = useChosenUnit((isProposed && into) || undefined)
  const missing = say('chooseFirst')
  const confirm = isProposed ? say('confirmInto', { unit: unit?.label ?? '…' }) : undefined
  const params = useMemo(
    () => (into ? { value: { unitId: into }, ...(confirm && { confirm }) } : { value: null, missing }),
    [into, confirm, missing],
  )
  const drawNext = (importId: string) => <Next importId={importId} />
  if (!may) return null
  return (
    <ImportWizard
      kind="roster"
      name={say('learners')}
      params={params}
      viewLabel={say('view')}
      // Its learners alone, whatever the list of learners showed before.
      onView={({ importId }) => navigate(`/student-manage/student?importId=${importId}`)}
      next={drawNext}
      choose={
        fixed ? (
          <p>{say('hint')}</p>
        ) : (
          <div className="k-field">
            <label htmlFor="roster-into">{say('into')}</label>
            <UnitPicker
              wide
              id="roster-into"
              {...(into ? { value: into } : {})}
              onChange={(id) => setChosen(id ?? null)}
            />
            <span className="hint">{say('hint')}</span>
          </div>
        )
      }
    />
  )
}
