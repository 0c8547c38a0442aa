/** A toggle button without a look of its own; it announces whether it is pressed. */
export { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'
