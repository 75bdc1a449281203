import { createContext, use } from 'react'

/** Tab a component is in, by its key and by the search parameter that names its subject. */
export interface View {
  key: string
  subject?: string | undefined
  /** True if it is the one shown, neither hidden nor closed. */
  isShown: () => boolean
}

/** Outside the back office there is one view only. */
export const CurrentView = createContext<View>({ key: '/', isShown: () => true })

/** The view a component is in, also while another one is shown. */
export const useView = () => use(CurrentView)

/** A form's name in the document, where the views of several subjects of a page stand together. */
export function useFormName(name: string): string {
  const [, subject] = useView().key.split('?')
  return subject ? `${name}-${subject}` : name
}
