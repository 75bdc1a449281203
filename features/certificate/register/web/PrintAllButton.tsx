import { countText } from '../../../../contract/paging.ts'
import { useCall } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { registerCalls } from '../contract.ts'
import { type PrintFilter, validOf } from './printFilter.ts'
import { useRegisterWords } from './words.ts'

/** Prints the valid certificates of all that the list shows by its filters, and says how many they are. */
export function PrintAllButton({
  filter,
  isFiltered,
  onPrint,
}: {
  filter: PrintFilter
  isFiltered: boolean
  onPrint: (filter: PrintFilter) => void
}) {
  const say = useRegisterWords()
  const valid = validOf(filter)
  const { data } = useCall(
    registerCalls.find,
    { ...valid, limit: 1 },
    { enabled: valid !== null, staleTime: 0, keep: true },
  )
  const total = valid === null ? 0 : data?.total
  const count = total === undefined ? '…' : countText(total)
  return (
    <Button
      onClick={() =>
        valid === null || total === 0 ? notify('prompt', say('nothingToPrint')) : onPrint(valid)
      }
    >
      {say(isFiltered ? 'printFiltered' : 'printAll', { count })}
    </Button>
  )
}
