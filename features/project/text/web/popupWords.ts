import { words } from '../../../../web/words.ts'

export const usePopupWords = words('popup', { known: '知道了' }, { known: 'Got it' })
