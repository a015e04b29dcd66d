// Styles of the components that the shell and Home use besides those of styles-light.ts; all others are in styles-rest.ts.
import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
