import { useNavigate } from 'react-router'
import { moveTab } from './tabs.ts'
import { useView } from './view.ts'

/**
 * Navigates from a view. Where it is hidden by now, an answer that comes late leads nobody elsewhere: only what takes the
 * place of the view's own address does so in its tab, so that a form whose subject exists now does not create it twice.
 */
export function useViewNavigate(): (address: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  const { key, subject, isShown } = useView()
  return (address, options) => {
    if (isShown()) void navigate(address, options)
    else if (options?.replace) moveTab(key, subject, address)
  }
}
