declare module 'virtual:chakra-styles.css';
