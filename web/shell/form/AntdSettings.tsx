import ConfigProvider from 'antd/es/config-provider'
import antdEn from 'antd/es/locale/en_US'
import antdZh from 'antd/es/locale/zh_CN'
import theme from 'antd/es/theme'
import { type ReactNode, useSyncExternalStore } from 'react'
import { darker, lighter, shadesOf } from '../../shades.ts'
import { isDark, onTheme, themeColor } from '../../theme.ts'
import { currentLocale } from '../../words.ts'
import './Dialogs.css'
import { kitSizes, useSize } from '../view/size.ts'

/** Shades that keep 4.5:1 where the kit's own do not. */
const readable = {
  light: {
    colorTextDescription: '#5b6b7d',
    colorTextPlaceholder: '#6b7785',
    colorError: '#c9302c',
    colorSuccess: '#16734a',
  },
  dark: {
    colorTextDescription: '#97a6b5',
    colorTextPlaceholder: '#8595a5',
    colorError: '#ff7875',
    colorSuccess: '#4cc38a',
  },
}

/** Controls whose outline alone says where they are. */
const outlined = ['Checkbox', 'DatePicker', 'Input', 'InputNumber', 'Radio', 'Select'] as const

/** Returns the reader's choice of light, colour and size, as the kit's settings. */
function useSettings() {
  const dark = useSyncExternalStore(onTheme, isDark)
  const color = useSyncExternalStore(onTheme, themeColor)
  const { size, compact } = kitSizes[useSize()]
  const { text, fill, onFill, mark } = shadesOf(color, dark)
  const pressed = dark ? lighter : darker
  const grey = dark ? readable.dark : readable.light
  return {
    componentSize: size,
    // A label is as its words have it, as that of every other button.
    button: { autoInsertSpace: false },
    modal: { centered: true },
    // Where dialogs have it.
    drawer: { closable: { placement: 'end' as const } },
    theme: {
      algorithm: [
        dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        ...(compact ? [theme.compactAlgorithm] : []),
      ],
      token: {
        // By day one blue, that of the buttons; by night the kit writes white on it, for which theirs is too light.
        colorPrimary: dark ? mark : fill,
        colorInfo: dark ? mark : fill,
        colorLink: text,
        colorBgLayout: dark ? '#0d1319' : '#f5f6f8',
        ...(dark ? { colorBgContainer: '#151d26', colorBgElevated: '#1c2733' } : {}),
        fontFamily: 'var(--font)',
        ...grey,
      },
      components: {
        Button: {
          colorPrimary: fill,
          colorPrimaryHover: pressed(fill, 0.12),
          colorPrimaryActive: pressed(fill, 0.24),
          primaryColor: onFill,
          // The kit’s red is light by night: white on it is hard to read.
          ...(dark ? { dangerColor: '#1f0b0b' } : {}),
        },
        // 3:1, as the kit’s fields.
        ...Object.fromEntries(outlined.map((name) => [name, { colorBorder: 'var(--field-line)' }])),
        Tabs: { itemSelectedColor: text, itemHoverColor: text },
        Pagination: { itemActiveColor: text, itemActiveColorHover: text },
        Descriptions: { labelColor: grey.colorTextDescription },
      },
    },
  }
}

/** Language, light, colour and size as the reader chose them, for what is drawn with antd. */
export function AntdSettings({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider locale={currentLocale() === 'en' ? antdEn : antdZh} {...useSettings()}>
      {children}
    </ConfigProvider>
  )
}
