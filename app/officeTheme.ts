import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import theme from 'antd/es/theme'
import { createElement, useSyncExternalStore } from 'react'
import { darker, lighter, shadesOf, textOn } from '../web/shades.ts'
import { isDark, onTheme, themeColor } from '../web/theme.ts'
import { kitSizes, useSize } from '../web/shell/size.ts'

/** Shades that keep 4.5:1 where the kit's own do not. */
const readable = {
  light: {
    colorTextDescription: '#5b6b7d',
    colorTextPlaceholder: '#6b7785',
    colorError: '#c9302c',
  },
  dark: { colorTextDescription: '#97a6b5', colorTextPlaceholder: '#8595a5', colorError: '#ff7875' },
}

const tagColors = ['green', 'red', 'blue', 'gold', 'orange', 'cyan', 'purple', 'magenta'] as const
const statusColors = ['Success', 'Error', 'Warning', 'Info'] as const

/** The text of a tag of each colour, as tokens; the kit's own shades are down to 2.2:1 on their tints. */
export function tagTokens(dark: boolean) {
  const own = theme.getDesignToken({ algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm })
  return {
    // The kit has each shade by two names, and writes one variable for both.
    presets: Object.fromEntries(
      tagColors.flatMap((name) => {
        const text = textOn(own[`${name}7`], own[`${name}1`])
        return [
          [`${name}7`, text],
          [`${name}-7`, text],
        ]
      }),
    ),
    statuses: Object.fromEntries(
      statusColors.map((name) => [`color${name}`, textOn(own[`color${name}`], own[`color${name}Bg`])]),
    ),
  }
}
const tags = { light: tagTokens(false), dark: tagTokens(true) }

// The kit's own slides in and out, and stays for good where a slow machine misses the end of the sliding.
const button = { loadingIcon: createElement(LoadingOutlined) }

/** What the reader chose of light, colour and size, as the kit's settings. */
export function useOfficeTheme() {
  const dark = useSyncExternalStore(onTheme, isDark)
  const color = useSyncExternalStore(onTheme, themeColor)
  const { size, compact } = kitSizes[useSize()]
  const { text, fill, onFill, mark } = shadesOf(color, dark)
  const tag = dark ? tags.dark : tags.light
  const pressed = dark ? lighter : darker
  const grey = dark ? readable.dark : readable.light
  return {
    componentSize: size,
    button,
    theme: {
      algorithm: [
        dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        ...(compact ? [theme.compactAlgorithm] : []),
      ],
      token: {
        colorPrimary: mark,
        colorLink: text,
        colorBgLayout: dark ? '#0d1319' : '#f5f6f8',
        ...(dark ? { colorBgContainer: '#151d26', colorBgElevated: '#1c2733' } : {}),
        fontFamily: 'var(--font)',
        ...grey,
        ...tag.presets,
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
        Dropdown: { colorPrimary: text },
        Tag: tag.statuses,
        Menu: { itemBg: 'transparent', itemSelectedColor: text, subMenuItemSelectedColor: text },
        Tabs: { itemSelectedColor: text, itemHoverColor: text },
        Pagination: { itemActiveColor: text, itemActiveColorHover: text },
        Descriptions: { labelColor: grey.colorTextDescription },
      },
    },
  }
}
