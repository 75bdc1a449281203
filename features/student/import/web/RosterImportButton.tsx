import Form from 'antd/es/form'
import { useMemo, useState } from 'react'
import { useMay } from '../../../../web/shell/may.ts'
import { ImportWizard } from '../../../import/web/ImportWizard.tsx'
import { UnitPicker } from '../../../unit/web/UnitPicker.tsx'
import { rosterMenu } from '../contract.ts'
import { useRosterWords } from './words.ts'

/** Imports a unit's learners from a sheet; absent for anyone who may not. */
export function RosterImportButton({
  unitId,
  fixed = false,
  onDone,
}: {
  /** Whose learners they become unless another unit is chosen. */
  unitId: string | null
  /** The page is of this unit: no other is chosen. */
  fixed?: boolean
  /** Asks for the learners of the unit they went to. */
  onDone: (unitId: string) => void
}) {
  const say = useRosterWords()
  const may = useMay(rosterMenu)
  const [chosen, setChosen] = useState<string | null>(null)
  const into = fixed ? unitId : (chosen ?? unitId)
  const missing = say('chooseFirst')
  const params = useMemo(
    () => (into ? { value: { unitId: into } } : { value: null, missing }),
    [into, missing],
  )
  if (!may) return null
  return (
    <ImportWizard
      kind="roster"
      name={say('learners')}
      params={params}
      viewLabel={say('view')}
      onView={(done) => onDone(done.unitId!)}
      choose={
        fixed ? (
          <p>{say('hint')}</p>
        ) : (
          <Form name="roster-import" layout="vertical">
            <Form.Item label={say('into')} htmlFor="roster-into" extra={say('hint')} required>
              <UnitPicker
                id="roster-into"
                {...(into ? { value: into } : {})}
                onChange={(id) => setChosen(id ?? null)}
              />
            </Form.Item>
          </Form>
        )
      }
    />
  )
}
