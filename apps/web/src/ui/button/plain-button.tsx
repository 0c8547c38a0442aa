/** A button whose look its place decides, such as an entry of the sidebar. */
export { Button as PlainButton } from 'react-aria-components/Button'
