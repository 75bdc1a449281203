import { useMemo, useState } from 'react'
import { SelectField } from '../../../web/kit/Field.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { scoreMenu } from '../contract.ts'
import { useExams } from './exams.ts'
import { useScoreWords } from './words.ts'

/** Imports the scores of an exam from a sheet; absent for anyone who may not. */
export function ScoreImportButton() {
  const say = useScoreWords()
  const navigate = useViewNavigate()
  const may = useMay({ allow: `${scoreMenu}#import`, wholeProject: true })
  const exams = useExams('signUp')
  const [signUpId, setChosen] = useState('')
  const missing = say('chooseExam')
  const params = useMemo(
    () => (signUpId ? { value: { signUpId } } : { value: null, missing }),
    [signUpId, missing],
  )
  if (!may) return null
  return (
    <ImportWizard
      kind="score"
      name={say('import')}
      params={params}
      viewLabel={say('viewScores')}
      onView={({ params: of }) => navigate(`${scoreMenu}?examId=${of.signUpId}`)}
      choose={
        <SelectField
          label={say('importInto')}
          hint={say('importHint')}
          value={signUpId}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            { value: '', label: say('pleaseChoose') },
            ...exams.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      }
    />
  )
}
