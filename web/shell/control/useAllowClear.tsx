import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import { useShellWords } from '../words.ts'

/** The `allowClear` of a field of antd: without a name its button is called “Clear” or “close-circle” in any language. */
export function useAllowClear() {
  const label = useShellWords()('clear')
  return { label, clearIcon: <CloseCircleFilled aria-label={label} /> }
}
