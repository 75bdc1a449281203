import { useMemo } from 'react'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { ImportWizard } from '../../../import/web/ImportWizard.tsx'
import type { SignUpForm } from '../../contract.ts'
import { useApplicationWords } from './words.ts'

/** Applies for people by a sheet that is made from the form: template, file, check, progress and result. */
export function ApplyBySheet({ form: { id: signUpId, kind } }: { form: Pick<SignUpForm, 'id' | 'kind'> }) {
  const say = useApplicationWords()
  const [, change] = useUrlState()
  const params = useMemo(() => ({ value: { signUpId } }), [signUpId])
  return (
    <div className="shell-card apply-for k-stack k-gap-4">
      <p className="k-muted">{say('bySheetHint')}</p>
      <div>
        <ImportWizard
          kind={`${kind}Applicants`}
          name={say('applicants')}
          params={params}
          templateOf={signUpId}
          viewLabel={say('viewApplicants')}
          onView={() => change({ tab: null, by: null }, 'push')}
        />
      </div>
    </div>
  )
}
