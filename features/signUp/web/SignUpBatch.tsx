import type { BatchResult } from '../../../contract/selection.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { BatchButton } from '../../batch/web/BatchButton.tsx'
import { signUpCalls } from '../contract.ts'
import { signUpEvents } from '../rules.ts'
import { useSignUpWords } from './words.ts'

/** Buttons that open, close or open again the chosen sign-ups, or delete those that are drafts. */
export function SignUpBatch({
  selected,
  mayPublish,
  mayDelete,
  onResult,
}: {
  selected: Selected
  mayPublish: boolean
  mayDelete: boolean
  onResult: (result: BatchResult) => void
}) {
  const say = useSignUpWords()
  const { said: count } = selected
  return (
    <>
      {mayPublish &&
        signUpEvents.map((event) => (
          <BatchButton
            key={event}
            call={signUpCalls.updateStatus}
            input={{ event }}
            selected={selected}
            label={say(`many_${event}`)}
            yes={say(`many_${event}`)}
            question={say(`ask_${event}`, { count })}
            hint={say(`hint_${event}`)}
            onResult={onResult}
          />
        ))}
      {mayDelete && (
        <BatchButton
          call={signUpCalls.delete}
          selected={selected}
          label={say('delete')}
          yes={say('delete')}
          question={say('ask_delete', { count })}
          hint={say('hint_delete')}
          danger
          onResult={onResult}
        />
      )}
    </>
  )
}
